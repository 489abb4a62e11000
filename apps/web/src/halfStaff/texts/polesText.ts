/** "1 pole", "37 poles". */
export const polesText = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'pole' : 'poles'}`;
