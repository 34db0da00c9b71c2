import type { FieldProblem } from '@video-forge/contract/errors'
import { useState } from 'react'
import { ApiError } from '../../api/api-error.ts'

interface Submission {
  pending: boolean
  /** What went wrong as a whole. */
  failure: string | undefined
  /** What is wrong with one field. */
  problem: FieldProblem | undefined
  error: unknown
}

const idle: Submission = { pending: false, failure: undefined, problem: undefined, error: undefined }

/** The state of a form that is sent: busy, failed as a whole, or refused for one of its fields. */
export function useSubmission(fields: readonly string[], tryAgain: string) {
  const [state, setState] = useState(idle)

  const refuse = (problem: FieldProblem) => setState({ ...idle, problem })
  const clear = () => setState(idle)

  const run = async (work: () => Promise<void>): Promise<void> => {
    if (state.pending) return
    setState({ ...idle, pending: true })
    try {
      await work()
      setState(idle)
    } catch (error) {
      const problem = error instanceof ApiError ? error.details.find(({ field }) => fields.includes(field)) : undefined
      const failure = problem ? undefined : error instanceof ApiError ? error.message : tryAgain
      setState({ pending: false, failure, problem, error })
    }
  }

  const problemOf = (field: string): string | undefined => (state.problem?.field === field ? state.problem.message : undefined)

  return { ...state, run, refuse, clear, problemOf }
}
