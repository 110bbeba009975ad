// Colors come from the style sheet, so that light and dark are decided in one place.

const changed = new Set<() => void>();

/** The value of a custom property such as --text. */
export function color(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** The color of the i-th run, method or unit. */
export function curveColor(i: number): string {
  return color(`--curve-${i % 8}`);
}

/** A color with some transparency, for fills. */
export function faint(of: string, alpha = 0.16): string {
  return of.startsWith('#')
    ? of +
        Math.round(alpha * 255)
          .toString(16)
          .padStart(2, '0')
    : of;
}

/** Calls back when the system switches between light and dark. */
export function onTheme(redraw: () => void): () => void {
  changed.add(redraw);
  return () => changed.delete(redraw);
}

matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => changed.forEach((f) => f()));
