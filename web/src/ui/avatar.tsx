import { classNames } from './class-names.ts'

const sizes = { regular: 'size-8 text-13', large: 'size-16 text-24' }

/** The first letter of a name, hidden from screen readers: the name itself is always beside it or in a label. */
export const Avatar = ({ name, size = 'regular' }: { name: string; size?: keyof typeof sizes }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'flex shrink-0 items-center justify-center rounded-full bg-inverse font-semibold text-on-inverse forced-colors:border',
      sizes[size],
    )}
  >
    {(Array.from(name)[0] ?? '?').toUpperCase()}
  </span>
)
