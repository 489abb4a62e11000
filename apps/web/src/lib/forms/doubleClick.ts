import type { MouseEvent as ReactMouseEvent } from 'react';

/**
 * Maximum time between the two clicks of a double click, in milliseconds. The browser's own click
 * count is not enough: some systems use a shorter time, and touch screens might not count clicks.
 */
const QUIET_MS = 700;
/** Maximum distance between the two clicks of a double click, in pixels. */
const NEAR_PX = 24;

interface Press {
  at: number;
  x: number;
  y: number;
}

let last: Press | null = null;
/** Whether the latest press was the second one of a double click. */
let isSecondPress = false;
/** The previous click that was passed to `isAccidentalClick`. */
let clicked: { control: Element; at: number } | null = null;

function onPointerDown(event: PointerEvent): void {
  const { timeStamp: at, clientX: x, clientY: y, target } = event;
  if (!(target instanceof Node && clicked?.control.contains(target))) clicked = null;
  isSecondPress =
    last !== null && at - last.at < QUIET_MS && Math.hypot(x - last.x, y - last.y) < NEAR_PX;
  // Events created by a program have no position, so they cannot be compared.
  last = x === 0 && y === 0 ? null : { at, x, y };
}

/**
 * Forgets the last press, because it scrolled the page and therefore cannot be the start of a
 * double click.
 */
function onPointerCancel(): void {
  last = null;
}

/**
 * Ignores the repeats of a held Enter key, which would otherwise press the button or submit the
 * form again and again.
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
 * Returns whether a click is part of a double click and is not its first click. The first click may
 * have hit a different element.
 */
export function isSecondOfDoubleClick({ detail }: Pick<ReactMouseEvent, 'detail'>): boolean {
  // Clicks by keyboard have the count 0 and no press.
  return detail > 1 || (detail === 1 && isSecondPress);
}

/**
 * Returns whether to ignore a click as accidental: it is part of a double click, or follows the
 * previous click on the same control too soon. Call this once for each click.
 */
export function isAccidentalClick(event: ReactMouseEvent): boolean {
  const { currentTarget: control, timeStamp: at } = event;
  const isSoon = clicked?.control === control && at - clicked.at < QUIET_MS;
  clicked = { control, at };
  return isSecondOfDoubleClick(event) || isSoon;
}
