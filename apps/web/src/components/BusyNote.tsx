/** Below a form's button: the server is busy, and nobody needs to press it again. */
export function BusyNote({ shown }: { shown: boolean }) {
  return (
    <p role="status" className="text-center text-sm text-muted-foreground empty:hidden">
      {shown && 'Busy, trying again…'}
    </p>
  );
}
