import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { showToast } from './toast-store.ts'

interface Opened {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** If this fails, opening it tries again. */
const ignoreFailure = () => undefined

/**
 * A dialog, or another part, whose code is loaded when it is opened for the first time, because most visitors never open it. `preload` loads
 * it before that. `placeholder` keeps the place of a part of the page.
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder: ReactNode = null,
): ComponentType<Props & Opened> & { preload: () => void } {
  function OnDemand(props: Props & Opened) {
    const [Dialog, setDialog] = useState<ComponentType<Props>>()
    const { open, onOpenChange } = props
    // biome-ignore lint/correctness/useExhaustiveDependencies: loads once when it is opened
    useEffect(() => {
      if (!open || Dialog) return
      let isWanted = true
      load().then(
        (loaded) => isWanted && setDialog(() => loaded),
        () => {
          if (!isWanted) return
          onOpenChange(false)
          showToast('bad', 'This could not be loaded. Check your connection, then try again.')
        },
      )
      return () => {
        isWanted = false
      }
    }, [open, Dialog])
    return Dialog ? <Dialog {...props} /> : open ? placeholder : null
  }
  return Object.assign(OnDemand, { preload: () => void load().catch(ignoreFailure) })
}
