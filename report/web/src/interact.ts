// Zoom and pan: mouse, wheel, touch and keys.
import type uPlot from 'uplot';
import type { TimeRange } from './range';

export const drag = { pans: false }; // what dragging with the mouse does; shift does the other

/** Whether a mouse press begins a pan and not the selection of what to zoom to. */
export function pans(event: MouseEvent): boolean {
  return event.button === 1 || (event.button === 0 && drag.pans !== event.shiftKey);
}

function wheel(u: uPlot, range: TimeRange): void {
  u.over.addEventListener(
    'wheel',
    (e) => {
      if (!e.ctrlKey && !e.metaKey && !e.shiftKey && Math.abs(e.deltaX) <= Math.abs(e.deltaY)) return; // the page scrolls
      e.preventDefault();
      if (e.ctrlKey || e.metaKey)
        range.zoom(Math.exp(Math.max(-60, Math.min(60, e.deltaY)) * 0.006), u.posToVal(e.offsetX, 'x'));
      else range.pan((e.deltaX || e.deltaY) / u.over.clientWidth);
    },
    { passive: false },
  );
}

/** One finger pans (or, when everything is shown, moves the cursor); two fingers zoom. */
function pointers(u: uPlot, range: TimeRange): void {
  const down = new Map<number, number>();
  const position = (e: PointerEvent) => e.clientX - u.over.getBoundingClientRect().left;
  const start = (e: PointerEvent) => {
    if (e.pointerType === 'mouse' && !pans(e)) return;
    down.set(e.pointerId, position(e));
    u.over.setPointerCapture(e.pointerId);
  };
  const move = (e: PointerEvent) => {
    const before = down.get(e.pointerId);
    if (before === undefined) return;
    const now = position(e);
    const other = [...down].find(([id]) => id !== e.pointerId)?.[1];
    down.set(e.pointerId, now);
    if (other !== undefined) {
      const ratio = Math.abs(before - other) / Math.max(Math.abs(now - other), 1);
      range.zoom(Math.min(Math.max(ratio, 0.5), 2), u.posToVal(other, 'x'));
    } else if (range.zoomed) {
      range.pan((before - now) / u.over.clientWidth);
    } else {
      u.setCursor({ left: now, top: u.over.clientHeight / 2 });
    }
  };
  const end = (e: PointerEvent) => down.delete(e.pointerId);
  u.over.addEventListener('pointerdown', start);
  u.over.addEventListener('pointermove', move);
  u.over.addEventListener('pointerup', end);
  u.over.addEventListener('pointercancel', end);
}

/** Arrows pan, + and - zoom, Home or 0 shows everything. */
function keys(u: uPlot, range: TimeRange): void {
  const actions: Record<string, () => void> = {
    ArrowLeft: () => range.pan(-0.1),
    ArrowRight: () => range.pan(0.1),
    '+': () => range.zoom(0.7),
    '=': () => range.zoom(0.7),
    '-': () => range.zoom(1 / 0.7),
    Home: () => range.reset(),
    '0': () => range.reset(),
  };
  u.root.tabIndex = 0;
  u.root.addEventListener('keydown', (e) => {
    const action = e.ctrlKey || e.metaKey || e.altKey ? undefined : actions[e.key];
    if (!action) return;
    e.preventDefault();
    action();
  });
}

export function interact(u: uPlot, range: TimeRange): void {
  wheel(u, range);
  pointers(u, range);
  keys(u, range);
  u.over.addEventListener('dblclick', () => range.reset());
}
