// The work-precision page: which method reaches which accuracy at which cost.
import { scatter, type Point } from './scatter';
import type { CompareRow, Comparison } from './data';
import { h, section, table } from './dom';
import { count, num, plural, seconds } from './format';
import { swatch } from './summary';
import { curveColor } from './theme';

const failed = (row: CompareRow) =>
  (row.status !== undefined && row.status !== 'done') ||
  row.error_percent === null ||
  row.error_percent === undefined;
const knob = (row: CompareRow) =>
  row.tolerance ? `tolerance ${num(row.tolerance)}` : row.step ? `step ${num(row.step)}` : '';

function points(
  rows: CompareRow[],
  methods: string[],
  x: (row: CompareRow) => number | null | undefined,
): Point[] {
  return rows.flatMap((row) => {
    const at = x(row);
    if (!at || !row.error_percent || at <= 0) return [];
    const work = `${count(row.integrations)} integrations, ${seconds(row.wall_seconds)}`;
    const text = `${row.method}, ${knob(row)}: error ${num(row.error_percent, 3)}\u202f%, ${work}`;
    return [{ group: methods.indexOf(row.method), x: at, y: row.error_percent, text }];
  });
}

function all(rows: CompareRow[], methods: string[]): HTMLElement {
  const bars = rows.some((row) => row.bar_percent);
  const cells = rows.map((row) => [
    h('span', {}, swatch(methods.indexOf(row.method)), row.method),
    knob(row),
    h('span', {}, `${num(row.error_percent, 3)}\u202f%`, row.best && h('span', { class: 'best' }, ' \u2605')),
    ...(bars ? [row.bar_percent ? `${num(row.bar_percent, 3)}\u202f%` : '\u2013'] : []),
    count(row.macro_steps),
    count(row.rejected_steps),
    count(row.iterations),
    count(row.integrations),
    seconds(row.wall_seconds),
  ]);
  return section(
    'rows',
    'All rows',
    h('p', { class: 'hint' }, '\u2605: no other row is as accurate, to the decade, with fewer integrations.'),
    table(
      ['method', 'setting', 'error', ...(bars ? ['error bar'] : []), 'macro-steps', 'rejected', 'iterations', 'integrations', 'time'],
      cells,
      [false, false, true, ...(bars ? [true] : []), true, true, true, true, true],
    ),
  );
}

export function comparePage(data: Comparison): HTMLElement[] {
  const good = data.rows.filter((row) => !failed(row)),
    bad = data.rows.filter(failed);
  const methods = [...new Set(data.rows.map((row) => row.method))];
  const zero = good.filter((row) => row.error_percent === 0);
  const signals = data.signals ?? [];
  const named = signals.length <= 12 ? signals.join(', ') : plural(signals.length, 'signal');
  const line = (term: string, text: string | undefined) =>
    text && h('p', {}, h('span', { class: 'term' }, term), text);
  document.title = `${data.scenario ?? 'Comparison'} \u2013 Accordo comparison`;
  const key = h(
    'p',
    { class: 'key-line' },
    ...methods
      .filter((m) => good.some((r) => r.method === m))
      .map((m) => h('span', { class: 'value' }, swatch(methods.indexOf(m)), m)),
  );
  const plotted = (title: string, xLabel: string, x: (row: CompareRow) => number | null | undefined) => {
    const list = points(good, methods, x);
    return list.length === 0
      ? null
      : scatter({ title, xLabel, yLabel: 'error in %', names: methods, points: list, color: curveColor });
  };
  return [
    h(
      'header',
      {},
      h('p', { class: 'brand' }, 'Accordo comparison'),
      h('h1', {}, data.scenario ?? 'Comparison'),
      h('p', {}, `${plural(data.rows.length, 'row')} of ${plural(methods.length, 'method')}.`),
      line('reference', data.reference),
      line('signals', named),
      ...(data.notes ?? []).map((note) => line('note', note)),
    ),
    section(
      'work',
      'Work and precision',
      key,
      h(
        'p',
        { class: 'hint' },
        'Down and to the left is better. Hover over a point, or tap it, for its numbers.',
      ),
      h(
        'div',
        { class: 'plots wide' },
        plotted('Error against integrations', 'integrations', (r) => r.integrations || null),
        plotted('Error against time', 'wall time in s', (r) => r.wall_seconds),
      ),
      zero.length > 0 &&
        h(
          'p',
          { class: 'hint' },
          `Without error, so not on a logarithmic axis: ${zero.map((r) => `${r.method} ${knob(r)}`).join('; ')}.`,
        ),
    ),
    ...(bad.length > 0
      ? [
          section(
            'failed',
            'What failed',
            table(
              ['method', 'setting', 'status', 'reason'],
              bad.map((r) => [r.method, knob(r), r.status ?? '', r.reason ?? '']),
            ),
          ),
        ]
      : []),
    all(good, methods),
  ];
}
