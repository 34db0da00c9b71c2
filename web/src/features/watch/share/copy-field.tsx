import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { TextArea, TextInput } from '../../../ui/forms/text-input.tsx'
import { copyFieldText } from './copy-field-text.ts'

const saidMilliseconds = 2000

interface CopyFieldProps {
  label: string
  hint?: string
  text: string
  /** Long text is shown on several lines. */
  multiline?: boolean
}

/** Something to take along: shown, selected by a click, and copied by a button that says so. */
export function CopyField({ label, hint, text, multiline = false }: CopyFieldProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [said, setSaid] = useState<'Copied' | 'Press Ctrl+C to copy'>()
  useEffect(() => {
    if (!said) return
    const timer = setTimeout(() => setSaid(undefined), saidMilliseconds)
    return () => clearTimeout(timer)
  }, [said])

  const copy = async () => {
    if (field.current) setSaid((await copyFieldText(field.current)) ? 'Copied' : 'Press Ctrl+C to copy')
  }
  const shared = {
    ref: field,
    readOnly: true,
    value: text,
    onFocus: () => field.current?.select(),
  }
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <div className="flex items-start gap-2">
          {multiline ? (
            <TextArea {...control} {...shared} className="min-h-20 flex-1 resize-none text-12 pointer-coarse:text-12" />
          ) : (
            <TextInput {...control} {...shared} className="flex-1" />
          )}
          <Button className="w-28 px-0" aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
            {said === 'Copied' ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
            <span aria-hidden="true">{said === 'Copied' ? 'Copied' : 'Copy'}</span>
          </Button>
          <span role="status" className="sr-only">
            {said}
          </span>
        </div>
      )}
    </Field>
  )
}
