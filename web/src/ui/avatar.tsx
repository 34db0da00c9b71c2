/** The first letter of a name, hidden from screen readers: the name itself is always beside it or in a label. */
export const Avatar = ({ name }: { name: string }) => (
  <span
    aria-hidden="true"
    className="flex size-8 shrink-0 items-center justify-center rounded-full bg-inverse font-semibold text-13 text-on-inverse forced-colors:border"
  >
    {(Array.from(name)[0] ?? '?').toUpperCase()}
  </span>
)
