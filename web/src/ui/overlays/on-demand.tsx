import { type ComponentType, useEffect, useState } from 'react'
import { showToast } from './toast-store.ts'

interface Opened {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** A dialog whose code is loaded when it is opened for the first time, because most visitors never open it. */
export const onDemand = <Props extends Opened>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  function OnDemand(props: Props) {
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
    return Dialog ? <Dialog {...props} /> : null
  }
