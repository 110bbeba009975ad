// A plot over time: curves of one or several runs, values under the cursor above them.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { h } from './dom';
import { axisLabels, decadeLabels, decadesBetween, num } from './format';
import { drawBands, withBands } from './band';
import { interact, pans } from './interact';
import { merge, type Values } from './merge';
import type { TimeRange } from './range';
import { nearest, valueAt } from './readout';
import { color, faint, onTheme } from './theme';

export interface Curve {
  label: string;
  color: () => string;
  x: Values;
  y: Values;
  shape?: 'line' | 'stepped' | 'bars';
  dash?: number[];
  bandTo?: number;
  right?: Values; // to which a band reaches: the values less their errors
  error?: Values;
  quiet?: boolean; // not among the values under the cursor
  below?: boolean; // broad, so that what lies on it leaves it visible
}

export interface PlotSpec {
  title: string;
  unit?: string; // of measurement; empty: none, but others beside it have one
  curves: Curve[];
  log?: boolean;
  height?: number;
  range: TimeRange;
  tall?: boolean;
  events?: number[];
}

export const font = '12px system-ui, sans-serif';

function seriesOf(c: Curve): uPlot.Series {
  const bars = c.shape === 'bars';
  return {
    label: c.label,
    pxAlign: 0, // else slow curves look like stairs
    stroke: c.color,
    width: bars ? 0 : c.below ? 4 : 1.6,
    dash: c.dash,
    fill: bars ? c.color : undefined,
    paths: bars
      ? uPlot.paths.bars!({ size: [0.9, 40, 1], align: -1 })
      : c.shape === 'stepped'
        ? uPlot.paths.stepped!({ align: -1 })
        : undefined,
    points: {
      show: bars
        ? false
        : (u, i) => {
            const d = u.data[i];
            return d.length < 3 || (u.data[0].length < 60 && d.length < 60);
          },
      size: 5,
    },
  };
}

const kDecades = 10; // shown at most: a single value near 0 must not flatten all others

/** Decades around what is shown; something where nothing is. */
function logRange(_: uPlot, min: number | null, max: number | null): uPlot.Range.MinMax {
  if (min === null || max === null || !(min > 0)) return [0.1, 1];
  const high = Math.ceil(Math.log10(max));
  const low = Math.max(Math.floor(Math.log10(min)), high - kDecades);
  return low === high ? [10 ** (low - 1), 10 ** (high + 1)] : [10 ** low, 10 ** high];
}

function axis(side: 'x' | 'y', log: boolean, label?: string): uPlot.Axis {
  return {
    scale: side,
    font,
    stroke: () => color('--muted'),
    grid: { stroke: () => color('--grid'), width: 1 },
    ticks: { show: false },
    size: side === 'x' ? 28 : 66, // one width for all, so that the plots stand in line
    gap: 6,
    label,
    labelFont: font,
    labelSize: 16,
    labelGap: 0,
    space: side === 'x' ? 70 : 34,
    splits: log ? (u, _i, min, max) => decadesBetween(min, max, (u.height - 60) / 26) : undefined,
    filter: (_u, splits) => splits,
    values: (_u, splits, _i, _s, step) => (log ? decadeLabels(splits) : axisLabels(splits, step)),
  };
}

export class Plot {
  readonly root = h('figure', { class: 'plot' });
  private readonly readout = h('span', { class: 'readout', 'aria-live': 'off' });
  private readonly box = h('div', { class: 'canvas' });
  private readonly u: uPlot;
  private readonly errors: (number | null | undefined)[][]; // of the curves that have some, on the common axis
  private readonly undo: (() => void)[] = [];

  constructor(
    private readonly spec: PlotSpec,
    parent: HTMLElement,
  ) {
    this.root.append(
      h(
        'figcaption',
        {},
        h('strong', {}, spec.title, spec.unit ? h('small', {}, ` ${spec.unit}`) : null),
        this.readout,
      ),
      this.box,
    );
    parent.append(this.root);
    const off = spec.curves.filter((c) => c.error);
    const merged = merge(
      [...spec.curves, ...off].map((c) => c.x),
      [...spec.curves.map((c) => c.y), ...off.map((c) => c.error!)],
    );
    this.errors = merged.y.splice(spec.curves.length);
    const y = spec.log
      ? merged.y.map((v) => v.map((w) => (w !== null && w !== undefined && w <= 0 ? null : w)))
      : merged.y;
    this.u = new uPlot(this.options(), [merged.x, ...y] as uPlot.AlignedData, this.box);
    this.u.root.setAttribute('role', 'img');
    this.u.root.setAttribute(
      'aria-label',
      `${spec.title} over time; arrow keys pan, plus and minus zoom, 0 shows everything`,
    );
    interact(this.u, spec.range);
    this.undo.push(
      spec.range.listen(() => this.u.setScale('x', { min: spec.range.min, max: spec.range.max })),
    );
    this.undo.push(
      onTheme(() => {
        this.u.redraw(false);
        this.show(this.u.cursor.idxs ?? null);
      }),
    );
    const observer = new ResizeObserver(() => this.resize());
    observer.observe(this.box);
    this.undo.push(() => observer.disconnect());
    this.show(null);
  }

  private height(): number {
    return this.spec.height ?? (this.spec.tall ? 360 : 204);
  }

  private resize(): void {
    const width = this.box.clientWidth;
    if (width > 0 && width !== this.u.width) this.u.setSize({ width, height: this.height() });
  }

  private options(): uPlot.Options {
    const { spec } = this;
    const bands = spec.curves.flatMap((c, i) =>
      c.bandTo === undefined
        ? []
        : [{ series: [i + 1, c.bandTo + 1] as [number, number], fill: () => faint(c.color()) }],
    );
    return {
      width: Math.max(this.box.clientWidth, 100),
      height: this.height(),
      legend: { show: false },
      bands,
      padding: [8, 10, 0, 0],
      scales: {
        x: { time: false, range: () => [spec.range.min, spec.range.max] },
        y: spec.log ? { distr: 3, range: logRange } : this.valueScale(),
      },
      axes: [
        axis('x', false, 'time'),
        axis('y', spec.log ?? false, spec.unit ? `[${spec.unit}]` : spec.unit),
      ],
      series: [{ label: 'time' }, ...spec.curves.map(seriesOf)],
      cursor: {
        sync: { key: 'time', scales: ['x', null] },
        drag: { x: true, y: false, setScale: false },
        points: { size: (_u, i) => (spec.curves[i - 1].dash ? 0 : 7) },
        y: false,
        dataIdx: (u, i, index) =>
          i === 0 ? index : nearest(u.data[i] as (number | null | undefined)[], index),
        bind: {
          mousedown: (_u, _t, handler) => (e: MouseEvent) => (pans(e) ? null : handler(e)),
          dblclick: () => () => null,
        },
      },
      hooks: {
        setCursor: [(u) => this.show(u.cursor.idxs ?? null)],
        setSelect: [(u) => this.select(u)],
        drawClear: [(u) => this.markEvents(u)],
        drawAxes: [(u) => drawBands(u, spec.curves, spec.range, spec.log ?? false)],
      },
    };
  }

  private valueScale(): uPlot.Scale {
    const { curves, range } = this.spec;
    if (!curves.some((c) => c.right)) return {};
    return {
      range: (_u, min, max) =>
        min === null || max === null
          ? [min, max]
          : uPlot.rangeNum(...withBands(curves, range, min, max), 0.1, true),
    };
  }

  /** Thin lines where an event was. */
  private markEvents(u: uPlot): void {
    const { ctx, bbox } = u;
    ctx.save();
    ctx.strokeStyle = color('--muted');
    ctx.setLineDash([3 * devicePixelRatio, 4 * devicePixelRatio]);
    ctx.beginPath();
    for (const t of this.spec.events ?? []) {
      const x = Math.round(u.valToPos(t, 'x', true)) + 0.5;
      if (x < bbox.left || x > bbox.left + bbox.width) continue;
      ctx.moveTo(x, bbox.top);
      ctx.lineTo(x, bbox.top + bbox.height);
    }
    ctx.stroke();
    ctx.restore();
  }

  private select(u: uPlot): void {
    if (u.select.width < 4) return;
    const from = u.posToVal(u.select.left, 'x'),
      to = u.posToVal(u.select.left + u.select.width, 'x');
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.spec.range.set(from, to);
  }

  /** The values under the cursor; without one the names of the curves. */
  private show(idxs: (number | null)[] | null): void {
    const at = idxs?.[0];
    const known = at !== null && at !== undefined && (this.u.cursor.left ?? -1) >= 0;
    const single = this.spec.curves.filter((c) => !c.quiet).length === 1;
    const parts = this.spec.curves.flatMap((c, i) => {
      if (c.quiet) return [];
      if (!known && single) return [];
      const text = [single ? '' : c.label, known ? this.valueText(i, at) : ''].filter(Boolean).join(' ');
      return [h('span', { class: 'value' }, h('i', { style: `background:${c.color()}` }), text)];
    });
    if (known) parts.unshift(h('span', { class: 'value' }, `t = ${num(this.u.data[0][at] as number, 6)}`));
    this.readout.replaceChildren(...parts);
  }

  /** The i-th curve's value, and by how much it is off. */
  private valueText(i: number, at: number): string {
    const { curves } = this.spec;
    const { shape, error } = curves[i];
    const value = (y: unknown) =>
      valueAt(
        this.u.data[0],
        y as (number | null | undefined)[],
        at,
        shape !== undefined && shape !== 'line',
      );
    const text = num(value(this.u.data[i + 1]), 6);
    if (!error) return text;
    const off = value(this.errors[curves.slice(0, i).filter((c) => c.error).length]);
    return off === null ? text : `${text} \u00b1 ${num(Math.abs(off), 3)}`;
  }

  destroy(): void {
    this.undo.forEach((f) => f());
    this.u.destroy();
    this.root.remove();
  }
}
