// The page of a linear analysis: poles, and which methods work with which macro-steps.
import type { LinearAnalysis, LinearPoint, MethodRadius, Pole } from './data';
import { h, section, table } from './dom';
import { num, plural } from './format';
import { polePlot } from './poles';
import { swatch } from './summary';

/** "left 90 %, right 10 %": the largest parts, and what is not small beside them. */
function parts(shares: number[], names: string[]): string {
  const sorted = shares
    .map((share, i) => ({ share, name: names[i] }))
    .sort((a, b) => Math.round(1e6 * b.share) - Math.round(1e6 * a.share));
  return sorted
    .slice(0, 3)
    .filter((p) => p.share >= 0.1 * sorted[0].share)
    .map((p) => `${p.name} ${Math.round(100 * p.share)}\u202f%`)
    .join(', ');
}

const realOf = (pole: Pole) => (pole.kind === 'marginal' ? 0 : pole.real);
const valueOf = (pole: Pole) =>
  pole.pair ? `${num(realOf(pole))} \u00b1 ${num(pole.imaginary)}i` : num(realOf(pole));

function describe(pole: Pole, point: LinearPoint, several: boolean): string {
  const words = [
    (several ? `t = ${num(point.time)}: ` : '') + valueOf(pole) + (pole.kind === 'stable' ? '' : ` (${pole.kind})`),
    pole.pair && `frequency ${num(pole.frequency)}, damping ${num(pole.kind === 'marginal' ? 0 : pole.damping)}`,
    pole.time_constant !== null && `time constant ${num(pole.time_constant)}`,
    parts(pole.units, point.units),
  ];
  return words.filter(Boolean).join('; ');
}

function stability(point: LinearPoint): string {
  const count = (kind: string) => point.poles.filter((p) => p.kind === kind).length;
  if (point.poles.length === 0) return 'no poles';
  if (count('unstable') > 0) return `unstable: ${count('unstable')} of ${plural(point.poles.length, 'pole')}`;
  if (count('marginal') > 0)
    return `at the limit: ${count('marginal')} of ${plural(point.poles.length, 'pole')} neither grow nor decay`;
  return 'stable';
}

function polesTable(point: LinearPoint): HTMLElement {
  const names = point.states.map((x) => x.name);
  return table(
    ['pole', '', 'damping', 'frequency', 'time constant', 'units', 'states'],
    point.poles.map((pole) => [
      valueOf(pole),
      pole.kind === 'stable' ? '' : h('span', { class: pole.kind === 'unstable' ? 'bad' : 'doubt' }, pole.kind),
      num(pole.kind === 'marginal' ? 0 : pole.damping),
      pole.pair ? num(pole.frequency) : '\u2013',
      num(pole.time_constant),
      parts(pole.units, point.units),
      parts(pole.states, names),
    ]),
    [false, false, true, true, true],
  );
}

function reach(method: MethodRadius): string {
  const what = method.radius_of === 'iteration' ? 'converges' : 'stable';
  if (method.reach === 'none') return `${what} with no step`;
  if (method.reach === 'any') return `${what} with any step`;
  return method.reach === 'limited' ? `${what} up to h = ${num(method.limit)}` : (method.why ?? '');
}

/** Whether an iteration converges, or a step is stable: where the system itself grows, a step may grow like that. */
function works(value: number, method: MethodRadius, growth: number): boolean {
  if (method.radius_of === 'iteration') return value < 1;
  return value - 1 <= Math.max(1e-9, 1.1 * (growth - 1));
}

function radius(value: number | null, method: MethodRadius, growth: number): HTMLElement {
  return h('span', { class: value !== null && works(value, method, growth) ? undefined : 'bad' }, num(value, 5));
}

function methodsTable(point: LinearPoint): HTMLElement {
  const heads = ['method', 'radius of', ...point.steps.map((step) => `h = ${num(step)}`), 'reach'];
  const rows = point.methods.map((m) => [m.method, m.radius_of, ...m.radii.map((r, i) => radius(r, m, point.growth[i])), reach(m)]);
  const itself = ['the system itself', 'step', ...point.growth.map((g) => num(g, 5)), ''];
  return table(heads, point.steps.length > 0 ? [...rows, itself] : rows, [
    false,
    false,
    ...point.steps.map(() => true),
  ]);
}

function matrix(name: string, rows: string[], columns: string[], values: number[][]): HTMLElement | null {
  if (rows.length === 0 || columns.length === 0) return null;
  return h(
    'div',
    {},
    h('h3', {}, name),
    table(
      ['', ...columns],
      rows.map((row, i) => [row, ...values[i].map((v) => num(v, 5))]),
      [false, ...columns.map(() => true)],
    ),
  );
}

function matrices(point: LinearPoint): HTMLElement | null {
  const most = 24;
  const x = point.states.map((state) => state.name);
  if (Math.max(x.length + point.inputs.length, x.length + point.outputs.length) > most)
    return h('p', { class: 'hint' }, 'The matrices are too large to be shown here; --json writes them.');
  return h(
    'details',
    {},
    h('summary', {}, 'Matrices'),
    matrix('A', x, x, point.A),
    matrix('B', x, point.inputs, point.B),
    matrix('C', point.outputs, x, point.C),
    matrix('D', point.outputs, point.inputs, point.D),
  );
}

function pointSection(point: LinearPoint, i: number, several: boolean): HTMLElement {
  const size = `${plural(point.units.length, 'unit')}, ${plural(point.states.length, 'state')}`;
  return section(
    `point-${i}`,
    `t = ${num(point.time, 6)}`,
    h('p', {}, several && swatch(i), `${size}; ${stability(point)}.`),
    point.poles.length > 0 && polesTable(point),
    h('h3', {}, 'What methods make of it'),
    h(
      'p',
      { class: 'hint' },
      'An iteration converges where its spectral radius is below 1, a step is stable where it is at most 1.',
    ),
    methodsTable(point),
    matrices(point),
  );
}

export function linearPage(data: LinearAnalysis): HTMLElement[] {
  const several = data.points.length > 1;
  const marks = data.points.flatMap((point, group) =>
    point.poles.map((pole) => ({
      re: realOf(pole),
      im: pole.pair ? pole.imaginary : 0,
      group,
      text: describe(pole, point, several),
    })),
  );
  document.title = `${data.scenario ?? 'Linear analysis'} \u2013 Accordo linear analysis`;
  const key = h(
    'p',
    { class: 'key-line' },
    ...data.points.map((point, i) => h('span', { class: 'value' }, swatch(i), `t = ${num(point.time, 6)}`)),
  );
  return [
    h(
      'header',
      {},
      h('p', { class: 'brand' }, 'Accordo linear analysis'),
      h('h1', {}, data.scenario ?? 'Linear analysis'),
      h('p', {}, `Linearized at ${plural(data.points.length, 'point')} of the run.`),
    ),
    ...(marks.length > 0 ? [section('poles', 'Poles', several && key, polePlot(marks))] : []),
    ...data.points.map((point, i) => pointSection(point, i, several)),
  ];
}
