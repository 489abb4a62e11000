import type { Page } from '@playwright/test';

/** An element that can be reached with the Tab key. */
interface Stop {
  /** Identifies the element among all Tab stops of the page. */
  id: number;
  name: string;
  hasOutline: boolean;
  /**
   * The element that completely covers this Tab stop; null if any part of this Tab stop is visible.
   */
  coveredBy: string | null;
  isInDialog: boolean;
}

/** Maximum number of Tab stops visited on one page, for pages with long lists. */
const MAX_STOPS = 40;

/**
 * Maximum number of Tab stops within one control. A time field has four: hours, minutes, AM or PM,
 * and a button.
 */
const MAX_PARTS = 4;

/**
 * Goes through the page or the open dialog with Tab, and returns the problems: elements whose focus
 * is hidden (WCAG 2.4.7, 2.4.11), elements outside the open dialog, and elements that Tab cannot
 * leave (2.1.2).
 */
export async function faultsOfFocus(page: Page, { inDialog }: { inDialog: boolean }) {
  const faults: string[] = [];
  const seen = new Set<number>();
  let last = -1;
  let repeats = 0;
  await startAtTop(page);
  for (let count = 0; count < MAX_STOPS; count++) {
    await page.keyboard.press('Tab');
    const stop = await currentStop(page);
    // A null stop means that the focus has left the page for the browser's own controls.
    if (stop === null || (stop.id !== last && seen.has(stop.id))) break;
    repeats = stop.id === last ? repeats + 1 : 0;
    if (repeats > MAX_PARTS) {
      // If there is only one control, Tab comes back to it.
      if (seen.size > 1) faults.push(`${stop.name}: Tab does not leave it`);
      break;
    }
    if (repeats > 0) continue;
    if (!stop.hasOutline) faults.push(`${stop.name}: no visible focus`);
    if (stop.coveredBy !== null) faults.push(`${stop.name}: covered by ${stop.coveredBy}`);
    if (inDialog && !stop.isInDialog) faults.push(`${stop.name}: outside of the dialog`);
    seen.add(stop.id);
    last = stop.id;
  }
  if (seen.size === 0) faults.push('Tab reaches nothing');
  return faults;
}

/**
 * Moves the focus so that the next Tab press reaches the first control of the page or of the open
 * dialog.
 */
const startAtTop = (page: Page) =>
  page.evaluate(() => {
    const dialogs = [
      ...document.querySelectorAll<HTMLElement>('[role="dialog"], [role="alertdialog"]'),
    ];
    const top = dialogs.at(-1) ?? document.body;
    const given = top.getAttribute('tabindex');
    top.tabIndex = -1;
    top.focus({ preventScroll: true });
    if (given === null) top.removeAttribute('tabindex');
    else top.setAttribute('tabindex', given);
    window.scrollTo(0, 0);
  });

const currentStop = (page: Page) =>
  page.evaluate(async (): Promise<Stop | null> => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement) || element === document.body) return null;
    const walk = window as typeof window & { stops?: WeakMap<Element, number>; stopCount?: number };
    walk.stops ??= new WeakMap();
    walk.stopCount ??= 0;
    const known = walk.stops.get(element);
    const id = known ?? ++walk.stopCount;
    walk.stops.set(element, id);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    // A label belongs to its control, and an element that contains the control cannot cover it.
    const isOwn = (top: Element | null) =>
      top !== null &&
      (element.contains(top) || top.contains(element) || top.closest('label')?.control === element);
    const shares = [0.02, 0.25, 0.5, 0.75, 0.98];
    const findCover = () => {
      if (!element.isConnected) return 'nothing: it was replaced while it had the focus';
      const box = element.getBoundingClientRect();
      const topAt = (x: number, y: number) =>
        document.elementFromPoint(box.x + box.width * x, box.y + box.height * y);
      const tops = shares.flatMap((x) => shares.map((y) => topAt(x, y)));
      if (tops.some(isOwn)) return null;
      return tops[12]?.outerHTML.slice(0, 80) ?? `nothing: it is at ${box.x}, ${box.y}`;
    };
    // An element that appears or scrolls when it gets focus may take a few frames to do so.
    let coveredBy = findCover();
    for (const since = Date.now(); coveredBy !== null && Date.now() - since < 1000; ) {
      await new Promise(requestAnimationFrame);
      coveredBy = findCover();
    }
    return {
      id,
      name: `${element.tagName.toLowerCase()} ${element.ariaLabel ?? element.innerText.trim().slice(0, 40)}`,
      hasOutline: outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
      coveredBy,
      isInDialog: element.closest('[role="dialog"], [role="alertdialog"]') !== null,
    };
  });

/**
 * Applies the text spacing of WCAG 1.4.12. Returns the strings that get cut off as a result, and
 * whether the page scrolls sideways. Uses a style sheet created by a script, which the content
 * security policy allows.
 */
export const faultsOfSpacing = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const cutOff = () => {
      const found = new Map<Element, string>();
      for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
        if (element.closest('svg, [aria-hidden="true"], [inert], .sr-only')) continue;
        const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        const text = element.innerText?.trim() ?? '';
        if (width < 3 || height < 3 || text === '') continue;
        const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
        const isWide = clips(overflowX) && element.scrollWidth > element.clientWidth + 1;
        const isHigh = clips(overflowY) && element.scrollHeight > element.clientHeight + 1;
        // A name that ends in an ellipsis is shown in full on the page that it links to.
        const isCutByDesign = textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
        if ((isWide || isHigh) && !isCutByDesign) found.set(element, text.slice(0, 60));
      }
      return found;
    };
    const before = cutOff();
    const spacing = new CSSStyleSheet();
    spacing.replaceSync(
      `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
       p { margin-bottom: 2em !important }`,
    );
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, spacing];
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100)));
    const after = cutOff();
    const { scrollWidth, clientWidth } = document.documentElement;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== spacing);
    const faults = [...after].filter(([element]) => !before.has(element)).map(([, text]) => text);
    return scrollWidth > clientWidth
      ? [...faults, `scrolls sideways by ${scrollWidth - clientWidth} px`]
      : faults;
  });

/**
 * Returns the controls that are smaller than 24 by 24 px and too close to another one (WCAG 2.5.8).
 * A control's size includes the area drawn around it (::after) and its label. Links within a
 * sentence are ignored.
 */
export const faultsOfTargets = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LEAST = 24;
    // An open dialog covers the page.
    const dialogs = document.querySelectorAll('[role="dialog"], [role="alertdialog"]');
    const shown = [...dialogs].at(-1) ?? document;
    const targets = [
      ...shown.querySelectorAll<HTMLElement>(
        'a[href], button:not(:disabled), input, select, textarea, summary, [role="tab"], [role="option"]',
      ),
    ].flatMap((element) => {
      const box = element.getBoundingClientRect();
      const isShown = element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
      if (!isShown || box.width < 2 || box.height < 2 || element.closest('[inert], .sr-only'))
        return [];
      const drawn = getComputedStyle(element, '::after');
      const around = drawn.position === 'absolute' ? drawn : null;
      const label = element.closest('label')?.getBoundingClientRect();
      const width = Math.max(
        box.width,
        Number.parseFloat(around?.width ?? '') || 0,
        label?.width ?? 0,
      );
      const height = Math.max(
        box.height,
        Number.parseFloat(around?.height ?? '') || 0,
        label?.height ?? 0,
      );
      const x = box.x + box.width / 2;
      const y = box.y + box.height / 2;
      const sentence = element.parentElement?.innerText.trim() ?? '';
      const isInSentence =
        getComputedStyle(element).display.startsWith('inline') &&
        sentence.length > element.innerText.trim().length;
      return [{ element, width, height, x, y, isInSentence }];
    });
    const small = targets.filter(
      ({ width, height, isInSentence }) =>
        !isInSentence && (width < LEAST - 0.5 || height < LEAST - 0.5),
    );
    // The 24 px circle of a small control must not touch another control or its circle.
    return small
      .filter((one) =>
        targets.some((other) => {
          if (other === one || other.element.contains(one.element)) return false;
          if (one.element.contains(other.element)) return false;
          const dx = Math.abs(other.x - one.x);
          const dy = Math.abs(other.y - one.y);
          if (small.includes(other) && Math.hypot(dx, dy) < LEAST) return true;
          const beside = Math.max(0, dx - other.width / 2);
          const above = Math.max(0, dy - other.height / 2);
          return Math.hypot(beside, above) < LEAST / 2;
        }),
      )
      .map(
        ({ element, width, height }) =>
          `${element.ariaLabel ?? element.innerText.trim().slice(0, 40)}: ${width} × ${height} px`,
      );
  });
