import type { ReactNode } from 'react'

/**
 * Names a control. Never the only place for information, because touch screens have no hover. It is shown by style alone: a library that
 * finds space for it costs 20 kB on every page.
 */
export const Tooltip = ({ text, children }: { text: string; children: ReactNode }) => (
  <span className="group/tooltip relative inline-flex">
    {children}
    <span
      aria-hidden="true"
      className="pointer-events-none invisible absolute top-full right-0 z-50 mt-1.5 whitespace-nowrap rounded-control bg-inverse px-2.5 py-1.5 text-12 text-on-inverse opacity-0 transition-opacity delay-300 pointer-coarse:hidden group-hover/tooltip:visible group-hover/tooltip:opacity-100 group-has-focus-visible/tooltip:visible group-has-focus-visible/tooltip:opacity-100 forced-colors:border"
    >
      {text}
    </span>
  </span>
)
