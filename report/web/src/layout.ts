// Places for the units of a system: layers along the flow of data, folded into rows that fit the width.

export interface Place {
  x: number;
  y: number;
}
export interface Layout {
  places: Place[];
  width: number;
  height: number;
}
export interface Cell {
  width: number;
  height: number;
}

/** Edges without those that close a circle: a walk along the edges meets a unit that it is still coming from. */
function withoutCircles(n: number, edges: [number, number][]): [number, number][] {
  const out: number[][] = Array.from({ length: n }, () => []);
  edges.forEach(([a], e) => out[a].push(e));
  const state = new Uint8Array(n); // 1: on the way, 2: done
  const kept: [number, number][] = [];
  for (let root = 0; root < n; ++root) {
    if (state[root] !== 0) continue;
    const way = [{ unit: root, next: 0 }];
    state[root] = 1;
    while (way.length > 0) {
      const top = way[way.length - 1];
      if (top.next === out[top.unit].length) {
        state[top.unit] = 2;
        way.pop();
        continue;
      }
      const edge = edges[out[top.unit][top.next++]];
      if (state[edge[1]] === 1) continue;
      kept.push(edge);
      if (state[edge[1]] === 0) {
        state[edge[1]] = 1;
        way.push({ unit: edge[1], next: 0 });
      }
    }
  }
  return kept;
}

/** The layer of a unit is one more than the largest of those that feed it. */
function layers(n: number, edges: [number, number][]): number[][] {
  const fed: number[] = Array.from({ length: n }, () => 0);
  const out: number[][] = Array.from({ length: n }, () => []);
  for (const [a, b] of edges) {
    ++fed[b];
    out[a].push(b);
  }
  const level: number[] = Array.from({ length: n }, () => 0);
  const ready = fed.flatMap((f, i) => (f === 0 ? [i] : []));
  for (let i = 0; i < ready.length; ++i) {
    for (const b of out[ready[i]]) {
      level[b] = Math.max(level[b], level[ready[i]] + 1);
      if (--fed[b] === 0) ready.push(b);
    }
  }
  const result: number[][] = Array.from({ length: Math.max(0, ...level) + 1 }, () => []);
  level.forEach((l, i) => result[l].push(i));
  return result;
}

/** Units of a layer in the order of the mean place of their neighbors, so that edges cross little. */
function untangle(all: number[][], edges: [number, number][], n: number): void {
  const near: number[][] = Array.from({ length: n }, () => []);
  for (const [a, b] of edges) {
    near[a].push(b);
    near[b].push(a);
  }
  const at: number[] = Array.from({ length: n }, () => 0);
  const note = (layer: number[]) =>
    layer.forEach((unit, i) => {
      at[unit] = i - layer.length / 2;
    });
  all.forEach(note);
  const mean = (unit: number) =>
    near[unit].length === 0 ? at[unit] : near[unit].reduce((sum, k) => sum + at[k], 0) / near[unit].length;
  for (let sweep = 0; sweep < 6; ++sweep) {
    for (const layer of sweep % 2 === 0 ? all : [...all].reverse()) {
      const keyed = layer.map((unit) => ({ unit, key: mean(unit) })).sort((a, b) => a.key - b.key);
      keyed.forEach((k, i) => {
        layer[i] = k.unit;
      });
      note(layer);
    }
  }
}

/** Layers higher than `most` become several columns. */
function columnsOf(all: number[][], most: number): number[][] {
  return all.flatMap((layer) => {
    const parts = Math.ceil(layer.length / most),
      size = Math.ceil(layer.length / parts);
    return Array.from({ length: parts }, (_, i) => layer.slice(i * size, (i + 1) * size));
  });
}

/** Rows of columns run to and fro, as one ploughs a field: what follows on each other stays side by side. */
export function layOut(n: number, edges: [number, number][], cell: Cell, width: number): Layout {
  const forward = withoutCircles(n, edges);
  const all = layers(n, forward);
  untangle(all, edges, n);
  const columns = columnsOf(all, 10);
  const across = Math.max(1, Math.min(columns.length, Math.floor(width / cell.width)));
  const places: Place[] = Array.from({ length: n }, () => ({ x: 0, y: 0 }));
  let top = 0;
  for (let first = 0, row = 0; first < columns.length; first += across, ++row) {
    const band = columns.slice(first, first + across);
    const height = Math.max(...band.map((c) => c.length)) * cell.height;
    band.forEach((column, i) => {
      const k = row % 2 === 0 ? i : across - 1 - i;
      column.forEach((unit, j) => {
        places[unit] = {
          x: (k + 0.5) * cell.width,
          y: top + height / 2 + (j - (column.length - 1) / 2) * cell.height,
        };
      });
    });
    top += height;
  }
  return { places, width: across * cell.width, height: top };
}
