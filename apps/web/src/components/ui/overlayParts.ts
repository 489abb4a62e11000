export { ConfirmWindow } from './ConfirmWindow.tsx';
export { DialogWindow } from './DialogWindow.tsx';
export * from './DropdownMenu.tsx';
export * from './Popover.tsx';
export { SelectBox } from './SelectBox.tsx';
export * from './SelectPopover.tsx';
export { SheetPanel } from './SheetPanel.tsx';
export { TooltipBubble, TooltipProvider } from './TooltipBubble.tsx';
