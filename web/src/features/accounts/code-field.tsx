import type { FieldProblem } from '@video-forge/contract/errors'
import { isCode } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { type RefObject, useRef, useState } from 'react'
import { CodeInput } from '../../ui/forms/code-input.tsx'
import { Field } from '../../ui/forms/field.tsx'

interface CodeFieldState {
  code: string
  setCode: (code: string) => void
  input: RefObject<HTMLInputElement | null>
  /** What is wrong with the code as typed. */
  problem: FieldProblem | undefined
  /** Empties the field for another try. */
  startOver: () => void
}

/** The state of a field for a code from a mail. */
export function useCodeField(): CodeFieldState {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  return {
    code,
    setCode,
    input,
    problem: isCode(code) ? undefined : { field: 'code', message: sentences.codeNotSixDigits },
    startOver: () => {
      setCode('')
      input.current?.focus()
    },
  }
}

/** Sends a code. One that is rejected is cleared, so that the next one can be typed at once. */
export async function sendCode<Answer>({ code, startOver }: CodeFieldState, send: (code: string) => Promise<Answer>): Promise<Answer> {
  try {
    return await send(code)
  } catch (error) {
    startOver()
    throw error
  }
}

interface CodeFieldProps {
  state: CodeFieldState
  error: string | undefined
  autoFocus?: boolean
}

export const CodeField = ({ state, error, autoFocus = true }: CodeFieldProps) => (
  <Field label="Verification Code" error={error}>
    {(control) => (
      <CodeInput
        {...control}
        ref={state.input}
        name="code"
        autoFocus={autoFocus}
        length={limits.codeLength}
        value={state.code}
        onValueChange={state.setCode}
      />
    )}
  </Field>
)
