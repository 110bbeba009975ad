// Poles in the complex plane, as crosses; small and large ones on one plot by axes that are logarithmic to both sides.
import { choice, h, s } from './dom';
import { axisLabels, num } from './format';

export interface Mark {
  re: number;
  im: number;
  group: number; // whose colour it has
  text: string;
}

const height = 380,
  left = 58,
  right = 14,
  top = 12,
  bottom = 40;

/** One axis: where a value lies from 0 to 1, and where ticks stand. */
interface Axis {
  at: (value: number) => number;
  ticks: [number, string][];
}

/** Round steps between ticks, about `most` of them. */
function roundStep(span: number, most: number): number {
  const rough = span / most,
    power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((m) => m * power).find((step) => step >= rough)!;
}

function linearAxis(low: number, high: number, most: number): Axis {
  const margin = 0.07 * (high - low || Math.abs(high) || 1);
  const from = low - margin,
    to = high + margin,
    step = roundStep(to - from, most);
  const values: number[] = [];
  for (let k = Math.ceil(from / step); k <= Math.floor(to / step); ++k) values.push(k * step);
  const labels = axisLabels(values, step);
  return { at: (v) => (v - from) / (to - from), ticks: values.map((v, i) => [v, labels[i]]) };
}

/** Decades to both sides of 0; what is below the least of them lies on 0. */
function decadeAxis(low: number, high: number, least: number, most: number): Axis {
  const bent = (v: number) => Math.sign(v) * Math.max(0, Math.log10(Math.abs(v) / least) + 1);
  const margin = 0.4,
    from = bent(low) - margin,
    to = bent(high) + margin;
  const stride = Math.max(1, Math.ceil((to - from) / most));
  const values: number[] = [];
  for (let k = Math.ceil(from); k <= to; ++k) {
    if (k % stride === 0) values.push(k === 0 ? 0 : Math.sign(k) * least * 10 ** (Math.abs(k) - 1));
  }
  return { at: (v) => (bent(v) - from) / (to - from), ticks: values.map((v) => [v, num(v, 1)]) };
}

function axes(marks: Mark[], decades: boolean, width: number): { x: Axis; y: Axis } {
  const sizes = marks.flatMap((m) => [Math.abs(m.re), Math.abs(m.im)]).filter((v) => v > 0);
  const least = 10 ** Math.floor(Math.log10(Math.max(Math.min(...sizes), 1e-9 * Math.max(...sizes))));
  const re = marks.map((m) => m.re),
    im = Math.max(...marks.map((m) => Math.abs(m.im)), 0) || Math.max(...re.map(Math.abs), 1);
  const low = Math.min(0, ...re),
    high = Math.max(0, ...re);
  const across = Math.max(3, Math.floor(width / 75));
  return decades && sizes.length > 0
    ? { x: decadeAxis(low, high, least, across), y: decadeAxis(-im, im, least, 9) }
    : { x: linearAxis(low, high, across), y: linearAxis(-im, im, 8) };
}

/** Whether some poles would not be told from each other, or from 0. */
function spread(marks: Mark[]): boolean {
  const sizes = marks.map((m) => Math.hypot(m.re, m.im)).filter((v) => v > 0);
  return Math.max(...sizes) > 50 * Math.min(...sizes);
}

function draw(marks: Mark[], decades: boolean, width: number, show: (mark: Mark | null) => void): SVGElement {
  const { x, y } = axes(marks, decades, width);
  const px = (v: number) => left + x.at(v) * (width - left - right),
    py = (v: number) => height - bottom - y.at(v) * (height - top - bottom);
  const line = (cls: string, x1: number, y1: number, x2: number, y2: number) => s('line', { class: cls, x1, y1, x2, y2 });
  const edge = width - right,
    floor = height - bottom;
  const cross = (mark: Mark, im: number) => {
    const [cx, cy] = [px(mark.re), py(im)];
    return s(
      'g',
      {
        class: 'pole',
        tabindex: im >= 0 ? 0 : -1,
        style: `--mark: var(--curve-${mark.group % 8})`,
        mouseenter: () => show(mark),
        mouseleave: () => show(null),
        focus: () => show(mark),
        blur: () => show(null),
        click: () => show(mark),
      },
      s('title', {}, mark.text),
      s('circle', { cx, cy, r: 12 }),
      line('cross', cx - 5, cy - 5, cx + 5, cy + 5),
      line('cross', cx - 5, cy + 5, cx + 5, cy - 5),
    );
  };
  return s(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, role: 'group', 'aria-label': 'Poles in the complex plane' },
    s('rect', { class: 'grows', x: px(0), y: top, width: Math.max(0, edge - px(0)), height: floor - top }),
    ...x.ticks.flatMap(([v, text]) => [
      line('grid', px(v), top, px(v), floor),
      s('text', { x: px(v), y: floor + 16, class: 'across' }, text),
    ]),
    ...y.ticks.flatMap(([v, text]) => [
      line('grid', left, py(v), edge, py(v)),
      s('text', { x: left - 6, y: py(v) + 4, class: 'down' }, text),
    ]),
    line('axis', px(0), top, px(0), floor),
    line('axis', left, py(0), edge, py(0)),
    s('text', { x: (left + edge) / 2, y: height - 6, class: 'across' }, 'real part (per unit of time)'),
    s('text', { transform: `translate(12 ${(top + floor) / 2}) rotate(-90)`, class: 'across' }, 'imaginary part'),
    ...marks.flatMap((mark) => (mark.im === 0 ? [cross(mark, 0)] : [cross(mark, mark.im), cross(mark, -mark.im)])),
  );
}

/** The plot, which is drawn again for every width, and what is known of the pole under the mouse or the finger. */
export function polePlot(marks: Mark[]): HTMLElement {
  const hint = 'A cross is a pole; to the right of the line deviations grow. Hover over one, or tap it, for its numbers.';
  const box = h('div', { class: 'canvas poles' }),
    told = h('p', { class: 'hint told', role: 'status' }, hint);
  let decades = spread(marks);
  const render = () => {
    if (box.clientWidth === 0) return;
    box.replaceChildren(
      draw(marks, decades, box.clientWidth, (mark) => {
        told.textContent = mark ? mark.text : hint;
      }),
    );
  };
  new ResizeObserver(render).observe(box);
  const toolbar = choice('Axes', ['linear', 'logarithmic'], decades ? 1 : 0, (chosen) => {
    decades = chosen === 1;
    render();
  });
  return h('figure', { class: 'plot' }, h('div', { class: 'toolbar' }, toolbar), box, told);
}
