import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'

interface TabsProps {
  label: string
  tabs: readonly { name: string; content: ReactNode }[]
  /** The place of the open tab, where the page keeps it; without it the tabs keep it themselves. */
  open?: number
  onOpen?: (place: number) => void
}

/** A tab goes by its place: Radix makes ids of the values, and a name with a blank in it makes none. */
export function Tabs({ label, tabs, open, onOpen }: TabsProps) {
  const list = useRef<HTMLDivElement>(null)
  // On a phone the row of tabs is wider than the screen; the open one must be in sight, whatever address led to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another open tab is what it is about
  useEffect(() => {
    list.current?.querySelector('[data-state=active]')?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
  }, [open])
  return (
    <Radix.Root defaultValue="0" {...(open !== undefined && { value: String(open) })} onValueChange={(place) => onOpen?.(Number(place))}>
      <Radix.List ref={list} aria-label={label} className="-mx-4 flex gap-1 overflow-x-auto border-line border-b px-4 sm:mx-0 sm:px-0">
        {tabs.map(({ name }, index) => (
          <Radix.Trigger
            key={name}
            value={String(index)}
            className="-mb-px h-11 shrink-0 border-transparent border-b-2 px-3 font-medium text-14 text-muted hover:text-ink focus-visible:outline-offset-[-2px] data-[state=active]:border-ink data-[state=active]:text-ink"
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
