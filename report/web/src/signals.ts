// The signals of all runs: which to show, as values or as differences, apart or in one plot.
import { unitOf, type Run, type Signal } from './data';
import { choice, h, section, table } from './dom';
import { count, num, plural } from './format';
import { drag } from './interact';
import { Plot, type Curve } from './plot';
import type { TimeRange } from './range';
import { curveColor } from './theme';

const kFirst = 6; // so many plots at the start

/** The first signal of every unit, then the second, and so on. */
function firstOnes(names: string[]): string[] {
  const units = new Map<string, string[]>();
  for (const name of names) {
    const unit = name.split('.')[0];
    units.set(unit, [...(units.get(unit) ?? []), name]);
  }
  const turns = [...units.values()];
  const found: string[] = [];
  for (let turn = 0; found.length < Math.min(kFirst, names.length); ++turn) {
    for (const list of turns) if (turn < list.length && found.length < kFirst) found.push(list[turn]);
  }
  return names.filter((name) => found.includes(name));
}

/** What the bands are. */
function bandKey(): HTMLElement {
  return h(
    'p',
    { class: 'hint', hidden: true },
    h('i', { class: 'band-key' }),
    'Light band, from the curve to the curve less its error: the right value lies here, to first order.',
  );
}

/** Which signals are shown, and their plots. */
export class Signals {
  readonly names: string[];
  private readonly chosen: Set<string>;
  private readonly plots = h('div', { class: 'plots' });
  private readonly title = h('summary', {});
  private readonly boxes = new Map<string, HTMLInputElement>();
  private readonly bandKey = bandKey();
  private readonly events: number[];
  private readonly measured: boolean;
  private current: { names: string[]; plot: Plot }[] = [];
  private differences = false;
  private together = false;
  private log = false;

  constructor(
    private readonly runs: Run[],
    private readonly range: TimeRange,
  ) {
    this.names = [...new Set(runs.flatMap((run) => [...run.signals.keys()]))];
    const events = runs.flatMap((run) => [
      ...(run.sidecar?.events?.announced ?? []),
      ...(run.sidecar?.events?.found ?? []),
    ]);
    this.events = [...new Set(events)].slice(0, 500);
    this.chosen = new Set(firstOnes(this.names));
    this.measured = this.names.some((name) => unitOf(name, runs) !== undefined);
  }

  element(): HTMLElement {
    const compared = this.runs.some((run) => [...run.signals.values()].some((s) => s.difference));
    const reference = this.runs.find((run) => run.reference);
    const bar = h('div', { class: 'toolbar' });
    if (compared)
      bar.append(
        choice('What to show', ['Values', 'Differences'], 0, (i) => {
          this.differences = i === 1;
          this.draw();
        }),
      );
    if (this.names.length > 1)
      bar.append(
        choice('How to arrange', ['Apart', 'In one plot'], 0, (i) => {
          this.together = i === 1;
          this.draw();
        }),
      );
    bar.append(
      choice('Scale', ['Linear', 'Log |y|'], 0, (i) => {
        this.log = i === 1;
        this.draw();
      }),
    );
    bar.append(
      choice('Dragging', ['Drag zooms', 'Drag pans'], 0, (i) => {
        drag.pans = i === 1;
      }),
    );
    bar.append(this.zoomButtons());
    const element = section(
      'signals',
      'Signals',
      this.picker(),
      bar,
      this.bandKey,
      this.plots,
      this.events.length > 0 && h('p', { class: 'hint' }, 'Broken lines mark events.'),
      compared && reference ? this.distances(reference) : null,
    );
    queueMicrotask(() => this.draw());
    return element;
  }

  private zoomButtons(): HTMLElement {
    const button = (text: string, label: string, act: () => void) =>
      h('button', { type: 'button', 'aria-label': label, title: label, click: act }, text);
    const { range } = this;
    return h(
      'div',
      { class: 'choice', role: 'group', 'aria-label': 'Time shown' },
      button('\u2190', 'Earlier', () => range.pan(-0.25)),
      button('\u2192', 'Later', () => range.pan(0.25)),
      button('+', 'Zoom in', () => range.zoom(0.5)),
      button('\u2212', 'Zoom out', () => range.zoom(2)),
      button('All', 'Show all of the time', () => range.reset()),
    );
  }

  private picker(): HTMLElement {
    const boxes = this.names.map((name) => {
      const box = h('input', {
        type: 'checkbox',
        change: () => {
          if (box.checked) this.chosen.add(name);
          else this.chosen.delete(name);
          this.draw();
        },
      });
      box.checked = this.chosen.has(name);
      this.boxes.set(name, box);
      return { name, box, label: h('label', {}, box, name) };
    });
    const search = h('input', {
      type: 'search',
      placeholder: 'Find a signal',
      'aria-label': 'Find a signal',
      input: () => {
        for (const b of boxes) b.label.hidden = !b.name.toLowerCase().includes(search.value.toLowerCase());
      },
    });
    const all = (on: boolean) => {
      let left = on ? 24 : Infinity; // as many plots as a page bears at once
      for (const b of boxes) {
        if (b.label.hidden || (on && !b.box.checked && left-- <= 0)) continue;
        b.box.checked = on;
        if (on) this.chosen.add(b.name);
        else this.chosen.delete(b.name);
      }
      this.draw();
    };
    return h(
      'details',
      { class: 'picker', open: this.names.length > kFirst && this.names.length <= 24 },
      this.title,
      h(
        'div',
        { class: 'toolbar' },
        this.names.length > 8 && search,
        h('button', { type: 'button', click: () => all(true) }, 'Show all found'),
        h('button', { type: 'button', click: () => all(false) }, 'None'),
      ),
      h('div', { class: 'boxes' }, ...boxes.map((b) => b.label)),
    );
  }

  private curves(name: string): Curve[] {
    const ordered = [...this.runs].sort((a, b) => Number(b.reference) - Number(a.reference));
    return ordered.flatMap((run) => {
      const signal = run.signals.get(name);
      const y = this.differences ? signal?.difference : signal?.values;
      if (!signal || !y) return [];
      const label = this.together ? (this.runs.length > 1 ? `${name}, ${run.label}` : name) : run.label;
      const index = this.together && this.runs.length === 1 ? this.names.indexOf(name) : run.index;
      const dash =
        this.together && this.runs.length > 1
          ? [[], [6, 4], [2, 3], [8, 3, 2, 3]][this.names.indexOf(name) % 4]
          : undefined;
      return [
        {
          label,
          color: () => curveColor(index),
          x: run.time,
          y: this.log ? y.map(Math.abs) : y,
          ...(this.differences ? {} : this.errorOf(signal)),
          dash,
          below: run.reference,
        },
      ];
    });
  }

  private errorOf({ values, error }: Signal): Partial<Curve> {
    if (!error?.some(Number.isFinite)) return {};
    const right = values.map((v, i) => v - error[i]);
    return { error, right: this.log ? right.map(Math.abs) : right };
  }

  /** Brings the plot of a signal into view, which is chosen if it was not. */
  select(name: string): void {
    if (!this.chosen.has(name)) {
      this.chosen.add(name);
      this.boxes.get(name)!.checked = true;
      this.draw();
    }
    const found = this.current.find(({ names }) => names.includes(name));
    (found?.plot.root ?? this.plots).scrollIntoView({ block: 'center' });
  }

  private draw(): void {
    this.current.forEach(({ plot }) => plot.destroy());
    this.current = [];
    const shown = this.names.filter((name) => this.chosen.has(name));
    this.title.textContent = `${count(shown.length)} of ${plural(this.names.length, 'signal')} shown`;
    this.plots.replaceChildren();
    this.bandKey.hidden = true;
    const prefix = this.differences ? '\u0394 ' : '';
    const make = (title: string, names: string[], tall: boolean) => {
      const curves = names.flatMap((name) => this.curves(name));
      const units = new Set(names.map((name) => unitOf(name, this.runs)));
      const unit = units.size === 1 ? [...units][0] : undefined; // of all of them, or of none
      const space = this.measured ? '' : undefined; // so that the plots stand in line
      if (curves.length === 0) return;
      if (curves.some((c) => c.right)) this.bandKey.hidden = false;
      const { log, range, events } = this;
      const plot = new Plot({ title, unit: unit ?? space, curves, log, range, tall, events }, this.plots);
      this.current.push({ names, plot });
    };
    if (this.together)
      make(`${prefix}${shown.length > 3 ? plural(shown.length, 'signal') : shown.join(', ')}`, shown, true);
    else shown.forEach((name) => make(prefix + name, [name], shown.length === 1));
    if (this.current.length === 0) this.plots.append(h('p', { class: 'hint' }, 'Choose signals above.'));
  }

  /** How far the runs are from the reference, over all their rows. */
  private distances(reference: Run): HTMLElement {
    const rows = this.runs.flatMap((run) =>
      [...run.signals.values()]
        .filter((s) => s.difference)
        .map((s) => [
          run.label,
          s.name,
          num(s.largest, 3),
          s.percent === null || s.percent === undefined ? '\u2013' : `${num(s.percent, 3)}\u202f%`,
        ]),
    );
    return h(
      'details',
      { open: rows.length <= 12 },
      h('summary', {}, `Differences to ${reference.label}, in numbers`),
      table(['run', 'signal', 'largest', 'relative (2-norm)'], rows, [false, false, true, true]),
    );
  }
}
