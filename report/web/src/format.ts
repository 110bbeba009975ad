// Numbers for people.

/** About `digits` significant digits, powers of ten where they are shorter. */
export function num(value: number | null | undefined, digits = 4): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '\u2013';
  if (!Number.isFinite(value)) return value > 0 ? '\u221e' : '\u2212\u221e';
  if (value === 0) return '0';
  const size = Math.abs(value);
  const text =
    size >= 1e7 || size < 1e-4
      ? value
          .toExponential(digits - 1)
          .replace(/\.?0+e/, 'e')
          .replace('e+', 'e')
      : String(Number(value.toPrecision(Math.max(digits, size >= 1 ? Math.ceil(Math.log10(size + 1)) : 0))));
  return text.replace(/-/g, '\u2212');
}

/** A count, with thin spaces between thousands. */
export function count(value: number | null | undefined): string {
  return value === null || value === undefined
    ? '\u2013'
    : String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u202f');
}

/** A duration. */
export function seconds(value: number | null | undefined): string {
  if (value === null || value === undefined) return '\u2013';
  if (value >= 120) return `${num(value / 60, 3)} min`;
  if (value >= 1) return `${num(value, 3)} s`;
  return value >= 1e-3 ? `${num(value * 1e3, 3)} ms` : `${num(value * 1e6, 3)} \u00b5s`;
}

/** "1 unit", "2 units". */
export function plural(n: number, word: string): string {
  return `${count(n)} ${word}${n === 1 ? '' : 's'}`;
}

/** Decimals that a multiple of `step` needs: 2 for 0.25. */
function decimalsOf(step: number): number {
  let decimals = 0;
  while (
    decimals < 12 &&
    Math.abs(step * 10 ** decimals - Math.round(step * 10 ** decimals)) > 1e-6 * step * 10 ** decimals
  )
    ++decimals;
  return decimals;
}

/** Labels of an axis: as many digits as the distance between them needs. */
export function axisLabels(splits: (number | null)[], step: number): string[] {
  const largest = Math.max(...splits.map((v) => Math.abs(v ?? 0)));
  const decimals = decimalsOf(step);
  const short = largest < 1e6 && (largest >= 1e-3 || largest === 0) && decimals <= 8;
  return splits.map((v) => {
    if (v === null) return '';
    const text = short
      ? v.toFixed(decimals)
      : Number(v.toPrecision(Math.ceil(Math.log10(largest / step)) + 2))
          .toExponential()
          .replace('e+', 'e')
          .replace(/^0e.*/, '0');
    return text.replace(/-/g, '\u2212').replace(/^\u2212(0(\.0*)?)$/, '$1');
  });
}

/** Labels of a logarithmic axis: powers of ten only. */
export function decadeLabels(splits: (number | null)[]): string[] {
  return splits.map((v) => {
    if (v === null || v <= 0) return '';
    const power = Math.log10(v);
    if (Math.abs(power - Math.round(power)) > 1e-6) return '';
    const p = Math.round(power);
    return p >= -2 && p <= 4 ? String(v < 1 ? v.toFixed(-p) : v.toFixed(0)) : `1e${p}`.replace('-', '\u2212');
  });
}

/** Powers of ten from `min` to `max`, so few that their labels fit. */
export function decadesBetween(min: number, max: number, most: number): number[] {
  const first = Math.ceil(Math.log10(min) - 1e-9),
    last = Math.floor(Math.log10(max) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / Math.max(most, 2)));
  return Array.from(
    { length: Math.floor((last - first) / stride) + 1 },
    (_, i) => 10 ** (first + i * stride),
  );
}
