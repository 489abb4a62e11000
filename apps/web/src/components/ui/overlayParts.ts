export { ConfirmWindow } from './confirmWindow.tsx';
export { DialogWindow } from './dialogWindow.tsx';
export * from './dropdown-menu.tsx';
export * from './popover.tsx';
export { SelectBox } from './selectBox.tsx';
export { SheetPanel } from './sheetPanel.tsx';
export { TooltipBubble, TooltipProvider } from './tooltipBubble.tsx';
