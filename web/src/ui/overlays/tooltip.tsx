import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

/** Names a control. Never the only place for information, because touch screens have no hover. */
export function Tooltip({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade rounded-control bg-inverse px-2.5 py-1.5 text-12 text-on-inverse forced-colors:border"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
