import { useId, useState } from 'react'

/** What is folded on a phone until its button is pressed. On larger screens it is always shown, and there is no button. */
export function usePhoneFold() {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  return {
    isOpen,
    button: { 'aria-expanded': isOpen, 'aria-controls': id, className: 'md:hidden', onClick: () => setOpen(!isOpen) },
    panelId: id,
    /** For each part that is folded. */
    foldedClass: isOpen ? '' : 'max-md:hidden',
  }
}
