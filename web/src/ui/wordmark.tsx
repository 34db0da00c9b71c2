import { classNames } from './class-names.ts'

/** Three bars of falling height that form a play sign. */
export const Wordmark = ({ nameClass }: { nameClass?: string }) => (
  <span className="flex items-center gap-2.5">
    <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5 fill-current">
      <rect x="1" y="0" width="5" height="20" rx="1.5" />
      <rect x="8" y="4" width="5" height="12" rx="1.5" />
      <rect x="15" y="7.5" width="5" height="5" rx="1.5" className="fill-ember" />
    </svg>
    <span className={classNames('whitespace-nowrap font-semibold text-16 tracking-tight', nameClass)}>Video Forge</span>
  </span>
)
