// Points on two logarithmic axes, joined per group; the nearest one under the cursor is named.
import uPlot from 'uplot';
import { h } from './dom';
import { decadeLabels, decadesBetween } from './format';
import { merge } from './merge';
import { font } from './plot';
import { color, onTheme } from './theme';

export interface Point {
  group: number;
  x: number;
  y: number;
  text: string;
}
export interface ScatterSpec {
  title: string;
  xLabel: string;
  yLabel: string;
  names: string[];
  points: Point[];
  color: (group: number) => string;
}

/** Whole decades around the values. */
function decades(values: number[]): [number, number] {
  const low = Math.floor(Math.log10(Math.min(...values)) - 0.05),
    high = Math.ceil(Math.log10(Math.max(...values)) + 0.05);
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

function axis(scale: string, label: string): uPlot.Axis {
  return {
    scale,
    label,
    labelFont: font,
    labelSize: 22,
    font,
    stroke: () => color('--muted'),
    grid: { stroke: () => color('--grid'), width: 1 },
    ticks: { show: false },
    size: scale === 'x' ? 30 : 58,
    gap: 6,
    splits: (_u, _i, min, max) => decadesBetween(min, max, 12),
    filter: (_u, splits) => splits,
    values: (_u, splits) => decadeLabels(splits),
  };
}

function nearest(u: uPlot, points: Point[], left: number, top: number): Point | null {
  let found: Point | null = null,
    least = 30;
  for (const p of points) {
    const distance = Math.hypot(u.valToPos(p.x, 'x') - left, u.valToPos(p.y, 'y') - top);
    if (distance < least) {
      least = distance;
      found = p;
    }
  }
  return found;
}

/** Joins the points of a group in the order given: a run that took longer than a finer one turns back. */
function join(u: uPlot, spec: ScatterSpec, group: number): void {
  const { ctx } = u;
  ctx.save();
  ctx.strokeStyle = spec.color(group);
  ctx.lineWidth = 1.8 * devicePixelRatio;
  ctx.beginPath();
  for (const p of spec.points.filter((q) => q.group === group))
    ctx.lineTo(u.valToPos(p.x, 'x', true), u.valToPos(p.y, 'y', true));
  ctx.stroke();
  ctx.restore();
}

export function scatter(spec: ScatterSpec): HTMLElement {
  const groups = [...new Set(spec.points.map((p) => p.group))].sort((a, b) => a - b);
  const sorted = groups.map((g) => spec.points.filter((p) => p.group === g).sort((a, b) => a.x - b.x));
  const merged = merge(
    sorted.map((list) => list.map((p) => p.x)),
    sorted.map((list) => list.map((p) => p.y)),
  );
  const box = h('div', { class: 'canvas' }),
    tip = h('div', { class: 'tip', role: 'status' });
  tip.hidden = true;
  const figure = h('figure', { class: 'plot' }, h('figcaption', {}, h('strong', {}, spec.title)), box);
  const x = decades(spec.points.map((p) => p.x)),
    y = decades(spec.points.map((p) => p.y));
  const hover = (u: uPlot) => {
    const { left = -1, top = -1 } = u.cursor;
    const point = left < 0 ? null : nearest(u, spec.points, left, top);
    tip.hidden = !point;
    if (!point) return;
    const same = spec.points.filter((p) => Math.abs(p.x / point.x - 1) + Math.abs(p.y / point.y - 1) < 0.02);
    tip.textContent = same.map((p) => p.text).join('\n'); // methods that coincide hide each other
    const at = u.valToPos(point.x, 'x'),
      space = u.over.clientWidth;
    tip.style.left = `${Math.max(0, Math.min(at - tip.offsetWidth / 2, space - tip.offsetWidth))}px`;
    tip.style.top = `${Math.max(0, u.valToPos(point.y, 'y') - tip.offsetHeight - 12)}px`;
  };
  queueMicrotask(() => {
    const height = () => Math.min(420, Math.max(280, box.clientWidth * 0.7));
    const u = new uPlot(
      {
        width: Math.max(box.clientWidth, 100),
        height: height(),
        legend: { show: false },
        padding: [10, 28, 0, 0], // half of a label such as 10000 stands beyond the last decade
        scales: { x: { time: false, distr: 3, range: x }, y: { distr: 3, range: y } },
        axes: [axis('x', spec.xLabel), axis('y', spec.yLabel)],
        series: [
          {},
          ...groups.map((g) => ({
            label: spec.names[g],
            stroke: () => spec.color(g),
            paths: () => null, // they would follow x; the lines below follow the rows
            points: {
              show: true,
              size: 8,
              fill: () => spec.color(g),
              stroke: () => color('--card'),
            },
          })),
        ],
        cursor: { drag: { x: false, y: false }, points: { show: false }, x: false, y: false },
        hooks: { setCursor: [hover], drawAxes: [(u) => groups.forEach((g) => join(u, spec, g))] },
      },
      [merged.x, ...merged.y] as uPlot.AlignedData,
      box,
    );
    u.over.append(tip);
    u.root.setAttribute('role', 'img');
    u.root.setAttribute('aria-label', `${spec.title}; the table below has the numbers`);
    new ResizeObserver(() => {
      if (box.clientWidth > 0 && box.clientWidth !== u.width)
        u.setSize({ width: box.clientWidth, height: height() });
    }).observe(box);
    onTheme(() => u.redraw(false));
  });
  return figure;
}
