import { Check, Copy } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { copyFieldText } from './copy-text.ts'
import { Field } from './field.tsx'
import { TextArea, TextInput } from './text-input.tsx'

const feedbackMs = 2000

interface CopyFieldProps {
  label: string
  hint?: string
  text: string
  /** Long text is shown on several lines. */
  rows?: number
}

/** A read-only text with a copy button. A click selects it. */
export function CopyField({ label, hint, text, rows }: CopyFieldProps) {
  const field = useRef<HTMLInputElement & HTMLTextAreaElement>(null)
  const [feedback, setFeedback] = useState<'Copied' | 'Press Ctrl+C to copy'>()
  useEffect(() => {
    if (!feedback) return
    const timer = setTimeout(() => setFeedback(undefined), feedbackMs)
    return () => clearTimeout(timer)
  }, [feedback])

  const copy = async () => {
    if (field.current) setFeedback((await copyFieldText(field.current)) ? 'Copied' : 'Press Ctrl+C to copy')
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
          {rows ? (
            <TextArea {...control} {...shared} rows={rows} className="min-h-20 flex-1 resize-none text-12 pointer-coarse:text-12" />
          ) : (
            <TextInput {...control} {...shared} className="flex-1" />
          )}
          <Button className="w-28 px-0" aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
            {feedback === 'Copied' ? <Check aria-hidden="true" className="size-4" /> : <Copy aria-hidden="true" className="size-4" />}
            <span aria-hidden="true">{feedback === 'Copied' ? 'Copied' : 'Copy'}</span>
          </Button>
          <span role="status" className="sr-only">
            {feedback}
          </span>
        </div>
      )}
    </Field>
  )
}
