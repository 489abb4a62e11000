import { type PointerEvent, useState } from 'react';

/** Minimum movement that counts as a drag, in pixels. */
const LEAST_DRAG = 8;

interface DragSelectOptions {
  /** Space to the left and right of the row within the element, in pixels. */
  left: number;
  right: number;
  /**
   * Called with the start and end of the selection, each as a fraction of the row's width (0 to 1).
   */
  onSelect(from: number, until: number): void;
}

/**
 * Lets the user select a range of a chart by dragging with the mouse. Ignores touch: dragging a
 * finger moves the selected point of the chart instead (useScrubber.ts).
 */
export function useDragSelect({ left, right, onSelect }: DragSelectOptions) {
  const [drag, setDrag] = useState<{ from: number; to: number; pixels: number } | null>(null);
  const shareAt = (event: PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = (event.clientX - box.left - left) / (box.width - left - right);
    return { share: Math.max(0, Math.min(1, share)), width: box.width - left - right };
  };
  const isDrag = drag !== null && drag.pixels >= LEAST_DRAG;
  const end = () => setDrag(null);
  const props = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { share } = shareAt(event);
      setDrag({ from: share, to: share, pixels: 0 });
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (drag === null) return;
      const { share, width } = shareAt(event);
      setDrag({ ...drag, to: share, pixels: Math.abs(share - drag.from) * width });
    },
    onPointerUp() {
      if (isDrag) onSelect(Math.min(drag.from, drag.to), Math.max(drag.from, drag.to));
      end();
    },
    onPointerCancel: end,
  };
  const selected = isDrag
    ? { from: Math.min(drag.from, drag.to), until: Math.max(drag.from, drag.to) }
    : null;
  return { selected, props };
}
