import { localDate, type OrderReading, readOrders } from '@halyard/domain';
import type { PastedText } from './input/readInput.ts';

/** Text, and the orders that were found in it. */
export interface ReadResult extends PastedText {
  orders: OrderReading[];
}

/** Finds the orders in text. Runs in the browser, so the text is not sent anywhere. */
export async function readPasted(pasted: PastedText): Promise<ReadResult> {
  // A long text takes a moment, so the button first gets a chance to show that reading is in
  // progress.
  await new Promise((resolve) => setTimeout(resolve));
  return { ...pasted, orders: readOrders(pasted.text, { readOn: localDate(Date.now()) }) };
}
