import { SlidersHorizontal } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { usePhoneFold } from '../use-phone-fold.ts'

/** Filters beside a search. On a phone they are folded behind a button that counts those in use. */
export function FoldedFilters({ activeCount, children }: { activeCount: number; children: ReactNode }) {
  const { button, panelId, foldedClass } = usePhoneFold()
  return (
    <>
      <Button {...button}>
        <SlidersHorizontal aria-hidden="true" className="size-4" />
        Filter{' '}
        {activeCount > 0 && (
          <span className="tabular-nums">
            {activeCount} <span className="sr-only">active</span>
          </span>
        )}
      </Button>
      <div id={panelId} className={classNames('md:contents max-md:flex max-md:w-full max-md:flex-col max-md:gap-3', foldedClass)}>
        {children}
      </div>
    </>
  )
}
