import type { MouseEvent as ReactMouseEvent } from 'react';

/**
 * Milliseconds after a click within which another one belongs to the same double click. For systems
 * that expect faster double clicks than people make, and for touch screens, which may not count
 * them at all.
 */
const QUIET_MS = 700;
/** The maximum distance in pixels between the two presses of a double click. */
const NEAR_PX = 24;

interface Press {
  /** Milliseconds, on the clock of event timestamps. */
  at: number;
  x: number;
  y: number;
}

let last: Press | null = null;
/** Whether the last press came soon after another one, at the same place. */
let isSecondPress = false;
/** The last click that was passed to `isAccidentalClick`. */
let clicked: { control: Element; at: number } | null = null;

function onPointerDown(event: PointerEvent): void {
  const { timeStamp: at, clientX: x, clientY: y, target } = event;
  if (!(target instanceof Node && clicked?.control.contains(target))) clicked = null;
  isSecondPress =
    last !== null && at - last.at < QUIET_MS && Math.hypot(x - last.x, y - last.y) < NEAR_PX;
  // Events made by a program have no position, so their position says nothing.
  last = x === 0 && y === 0 ? null : { at, x, y };
}

/** The press started to scroll, so a tap that stops the scrolling counts as new. */
function onPointerCancel(): void {
  last = null;
}

/**
 * Ignores repeats of a held Enter, which would press the focused button or submit the form some 30
 * times a second.
 */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat) return;
  const { target } = event;
  const isText =
    target instanceof HTMLElement && (target.tagName === 'TEXTAREA' || target.isContentEditable);
  if (isText) return;
  event.preventDefault();
  event.stopPropagation();
}

document.addEventListener('pointerdown', onPointerDown, { capture: true, passive: true });
document.addEventListener('pointercancel', onPointerCancel, { capture: true, passive: true });
document.addEventListener('keydown', onKeyDown, { capture: true });

/**
 * Whether this click is the second or a later one of a double click, even if the first one hit
 * something else: the list may have been sorted again in between, or a dialog may have opened under
 * the pointer.
 */
export function isSecondOfDoubleClick({ detail }: Pick<ReactMouseEvent, 'detail'>): boolean {
  // Clicks by the keyboard count as 0 and have no press.
  return detail > 1 || (detail === 1 && isSecondPress);
}

/**
 * Whether to ignore this click on a control that must not act twice by accident: it belongs to a
 * double click, or comes less than 0.7 s after another click on the same control (ignored or not),
 * with no press elsewhere in between. Call it once for each click.
 */
export function isAccidentalClick(event: ReactMouseEvent): boolean {
  const { currentTarget: control, timeStamp: at } = event;
  const isSoon = clicked?.control === control && at - clicked.at < QUIET_MS;
  clicked = { control, at };
  return isSecondOfDoubleClick(event) || isSoon;
}
