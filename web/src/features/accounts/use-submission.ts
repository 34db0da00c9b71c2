import type { FieldProblem } from '@video-forge/contract/errors'
import { type FormEvent, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'

interface Submission {
  pending: boolean
  /** What went wrong with the form as a whole. */
  failure: string | undefined
  /** What is wrong with one field. */
  problem: FieldProblem | undefined
  error: unknown
}

const idle: Submission = { pending: false, failure: undefined, problem: undefined, error: undefined }

/** The state of a form that is sent. `fields` are those that can show a problem of their own; `fallback` is shown when the server sent no message. */
export function useSubmission(fields: readonly string[], fallback: string) {
  const [state, setState] = useState(idle)

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (state.pending) return
    setState({ ...idle, pending: true })
    try {
      await work()
      setState(idle)
    } catch (error) {
      const problem = error instanceof ApiError ? error.details.find(({ field }) => fields.includes(field)) : undefined
      const failure = problem ? undefined : error instanceof ApiError ? error.message : fallback
      setState({ pending: false, failure, problem, error })
    }
  }

  /** Handles a form's submit event: shows the problem at its field, or does the work if there is none. */
  const submit = (event: FormEvent<HTMLFormElement>, problem: FieldProblem | undefined, work: () => Promise<void>): void => {
    event.preventDefault()
    if (!problem) {
      void run(work)
      return
    }
    setState({ ...idle, problem })
    focusField(event.currentTarget, problem.field)
  }

  const clear = () => setState(idle)
  const problemOf = (field: string): string | undefined => (state.problem?.field === field ? state.problem.message : undefined)

  return { ...state, run, submit, clear, problemOf }
}

/** Moves the focus to the field that has to be corrected. */
function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
