export default function FlagsPage() {
  return <h1>Flags</h1>
}
