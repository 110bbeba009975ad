// By how much signals are off: the largest and the mean of their estimated errors.
import type { ErrorBars, Run, SignalError } from './data';
import { h, section, table } from './dom';
import { num, plural } from './format';
import type { Signals } from './signals';
import { swatch } from './summary';

const kFirst = 12; // rows at first

const percent = ({ largest, range }: SignalError): number =>
  largest === null || largest === undefined || range === null || range === undefined
    ? NaN
    : largest === 0
      ? 0
      : (100 * largest) / range;

/** The worst one first, those without a number last. */
function sorted(list: SignalError[]): SignalError[] {
  const key = (e: SignalError) => (Number.isNaN(percent(e)) ? -1 : percent(e));
  return [...list].sort((a, b) => {
    const [x, y] = [key(a), key(b)];
    return x === y ? 0 : y > x ? 1 : -1; // a difference of two infinities were no number
  });
}

function errorTable(list: SignalError[], signals: Signals): HTMLElement {
  const name = (e: SignalError) =>
    signals.names.includes(e.name)
      ? h(
          'button',
          {
            type: 'button',
            class: 'signal',
            title: 'Show its plot',
            click: () => signals.select(e.name),
          },
          e.name,
        )
      : e.name;
  return table(
    ['signal', 'largest', 'at\u00a0t', 'RMS', '% of range'],
    list.map((e) => [
      name(e),
      num(e.largest, 3),
      e.largest ? num(e.at) : '\u2013',
      num(e.rms, 3),
      num(percent(e), 3),
    ]),
    [false, true, true, true, true],
  );
}

/** The first rows; all of them on demand. */
function known(bars: ErrorBars, signals: Signals): HTMLElement {
  const all = sorted(bars.signals ?? []);
  const box = h('div', {}, errorTable(all.slice(0, kFirst), signals));
  if (all.length > kFirst) {
    const more = h(
      'button',
      { type: 'button', click: () => box.replaceChildren(errorTable(all, signals)) },
      `Show all ${plural(all.length, 'signal')}`,
    );
    box.append(h('div', { class: 'toolbar' }, more));
  }
  return box;
}

function unknown({ lost }: ErrorBars): HTMLElement {
  return h('p', {}, lost ? `Not known: ${lost.replace(/\.$/, '')}.` : 'Not known.');
}

export function errorsSection(runs: Run[], signals: Signals): HTMLElement | null {
  const having = runs.flatMap((run) => {
    const bars = run.sidecar?.error_bars;
    return bars ? [{ run, bars }] : [];
  });
  if (having.length === 0) return null;
  const any = having.some(({ bars }) => bars.known);
  return section(
    'errors',
    'Error',
    any &&
      h(
        'p',
        { class: 'hint' },
        'As estimated, to first order; the largest relative to the range of the signal comes first. Choose a signal to see its plot.',
      ),
    ...having.map(({ run, bars }) =>
      h(
        'div',
        {},
        runs.length > 1 && h('h3', {}, swatch(run.index), run.label),
        bars.known ? known(bars, signals) : unknown(bars),
      ),
    ),
  );
}
