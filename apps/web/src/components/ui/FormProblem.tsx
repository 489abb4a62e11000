/** The server's error for a submitted form, announced when it appears. */
export function FormProblem({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="text-[0.8125rem] font-medium break-words text-bad">
      {text}
    </p>
  );
}
