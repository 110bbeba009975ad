// The system drawn: units as boxes, connections as arrows, loops in color.
import { s } from './dom';
import { layOut, type Place } from './layout';

/** Whether something lies on a circle of units, or even on an algebraic loop. */
export type Ring = 'plain' | 'loop' | 'algebraic';

export interface GraphUnit {
  name: string;
  kind: string;
  marks: { letter: string; on: boolean }[];
  ring: Ring;
}
export interface GraphEdge {
  from: number;
  to: number;
  lines: string[];
  ring: Ring;
}

interface Box {
  width: number;
  height: number;
  cell: { width: number; height: number };
  detailed: boolean;
}

function boxFor(units: number, space: number): Box {
  if (units <= 24) return { width: 136, height: 58, cell: { width: 196, height: 92 }, detailed: true };
  const narrow = space < 420;
  return {
    width: narrow ? 84 : 92,
    height: 30,
    cell: { width: narrow ? 107 : 122, height: 56 },
    detailed: false,
  };
}

/** Where the line from the middle of a box towards `to` leaves it. */
function border(from: Place, to: Place, box: Box): Place {
  const dx = to.x - from.x,
    dy = to.y - from.y;
  const scale = Math.min(
    box.width / 2 / Math.max(Math.abs(dx), 1e-9),
    box.height / 2 / Math.max(Math.abs(dy), 1e-9),
  );
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}

/** Arrows to and fro bend apart; long ones bend around what lies between. */
function path(a: Place, b: Place, box: Box, twoWay: boolean): string {
  const dx = b.x - a.x,
    dy = b.y - a.y,
    length = Math.hypot(dx, dy) || 1;
  const far = length > 1.5 * box.cell.width;
  const bend = far ? 0.16 * length + 20 : twoWay ? 16 : 0;
  const middle = { x: (a.x + b.x) / 2 + (dy / length) * bend, y: (a.y + b.y) / 2 - (dx / length) * bend };
  const from = border(a, middle, box),
    to = border(b, middle, box);
  const text = (p: Place) => `${p.x.toFixed(1)} ${p.y.toFixed(1)}`;
  return `M${text(from)}Q${text(middle)} ${text(to)}`;
}

function selfPath(at: Place, box: Box): string {
  const x = at.x + box.width / 2 - 26,
    y = at.y - box.height / 2;
  return `M${x} ${y}C${x} ${y - 26} ${x + 22} ${y - 26} ${x + 20} ${y}`;
}

const shorten = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most - 1)}\u2026` : text;

function drawUnit(unit: GraphUnit, at: Place, box: Box, choose: () => void): SVGGElement {
  const node = s(
    'g',
    {
      class: `unit ${unit.ring}`,
      transform: `translate(${at.x} ${at.y})`,
      tabindex: 0,
      role: 'button',
      'aria-label': `${unit.name}, ${unit.kind}`,
      click: choose,
      keydown: (e) => {
        if (['Enter', ' '].includes((e as KeyboardEvent).key)) {
          e.preventDefault();
          choose();
        }
      },
    },
    s('title', {}, `${unit.name} (${unit.kind})`),
    s('rect', { x: -box.width / 2, y: -box.height / 2, width: box.width, height: box.height, rx: 7 }),
  );
  const most = box.detailed ? 17 : 12;
  node.append(s('text', { class: 'name', y: box.detailed ? -11 : 4 }, shorten(unit.name, most)));
  if (!box.detailed) return node;
  node.append(s('text', { class: 'kind', y: 4 }, shorten(unit.kind, 22)));
  const first = -((unit.marks.length - 1) * 17) / 2;
  unit.marks.forEach((mark, i) =>
    node.append(
      s(
        'text',
        { class: mark.on ? 'mark on' : 'mark', x: first + 17 * i, y: 21 },
        mark.on ? mark.letter : '\u00b7',
      ),
    ),
  );
  return node;
}

/** The drawing for a place of the given width; `choose` is called with the unit that was clicked. */
export function drawGraph(
  units: GraphUnit[],
  edges: GraphEdge[],
  width: number,
  choose: (unit: number) => void,
): SVGSVGElement {
  const box = boxFor(units.length, width);
  const plan = layOut(
    units.length,
    edges.map((e) => [e.from, e.to]),
    box.cell,
    Math.max(width, box.cell.width),
  );
  const known = new Set(edges.map((e) => `${e.from} ${e.to}`));
  const svg = s('svg', {
    viewBox: `0 0 ${plan.width} ${plan.height}`,
    width: plan.width,
    height: plan.height,
    role: 'group',
    'aria-label': 'Units and connections',
  });
  svg.append(
    s(
      'defs',
      {},
      ...['plain', 'loop', 'algebraic'].map((kind) =>
        s(
          'marker',
          {
            id: `arrow-${kind}`,
            class: kind,
            viewBox: '0 0 8 8',
            refX: 7,
            refY: 4,
            markerWidth: 7,
            markerHeight: 7,
            orient: 'auto-start-reverse',
          },
          s('path', { d: 'M0 0.5L8 4L0 7.5z' }),
        ),
      ),
    ),
  );
  const arrows = edges.map((e) => {
    const d =
      e.from === e.to
        ? selfPath(plan.places[e.from], box)
        : path(plan.places[e.from], plan.places[e.to], box, known.has(`${e.to} ${e.from}`));
    return s(
      'path',
      { class: `edge ${e.ring}`, d, 'marker-end': `url(#arrow-${e.ring})` },
      s('title', {}, e.lines.join('\n')),
    );
  });
  const highlight = (unit: number) =>
    arrows.forEach((arrow, i) =>
      arrow.classList.toggle('near', edges[i].from === unit || edges[i].to === unit),
    );
  svg.append(...arrows);
  units.forEach((unit, i) => {
    const node = drawUnit(unit, plan.places[i], box, () => {
      svg.querySelectorAll('.unit.chosen').forEach((u) => u.classList.remove('chosen'));
      node.classList.add('chosen');
      highlight(i);
      choose(i);
    });
    svg.append(node);
  });
  return svg;
}
