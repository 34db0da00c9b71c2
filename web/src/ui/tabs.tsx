import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

interface TabsProps {
  label: string
  tabs: readonly { name: string; content: ReactNode }[]
  /** The index of the open tab. Without it the tabs keep their own state. */
  open?: number
  onOpen?: (index: number) => void
}

/** The value of a tab is its index: Radix builds ids from values, and an id cannot contain spaces. */
export function Tabs({ label, tabs, open, onOpen }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the tabs are wider than the screen, so the open one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another tab is opened
  useEffect(() => {
    list.current?.querySelector('[data-state=active]')?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
  }, [open])
  return (
    <Radix.Root defaultValue="0" {...(open !== undefined && { value: String(open) })} onValueChange={(index) => onOpen?.(Number(index))}>
      <Radix.List ref={list} aria-label={label} className="-mx-4 flex gap-1 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0">
        {tabs.map(({ name }, index) => (
          <Radix.Trigger
            key={name}
            value={String(index)}
            className="-mb-px h-11 shrink-0 border-transparent border-b-2 px-3 font-medium text-14 text-muted hover:text-ink focus-visible:outline-offset-[-2px] data-[state=active]:border-ink data-[state=active]:text-ink forced-colors:border-[Canvas] forced-colors:data-[state=active]:border-b-4 forced-colors:data-[state=active]:border-[Highlight]"
          >
            {name}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map(({ name, content }, index) => (
        <Radix.Content key={name} value={String(index)} className="pt-6">
          {content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
