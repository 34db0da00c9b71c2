import { type ErrorBody, type ErrorCode, errorStatus, Failure, type FieldProblem } from '@video-forge/contract/errors'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import { badCursor } from '../../platform/database/cursor.ts'
import { isDatabaseUnavailable, isInvalidValue, isTextRefused } from '../../platform/database/database.ts'
import { errorCode } from '../../platform/error-code.ts'
import { StorageUnavailable } from '../../platform/storage/storage.ts'

const retryAfterSeconds = 5

/** Turns every error into a response. */
export function replyWithError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const failure = isInvalidValue(error) && hasCursor(request) ? badCursor() : toFailure(error)
  if (failure.status >= 500) request.log.error({ err: error, code: failure.code }, 'request failed')
  return sendFailure(failure, reply)
}

/** Only a forged cursor has values that the database refuses. */
const hasCursor = ({ query }: FastifyRequest): boolean => typeof query === 'object' && query !== null && 'cursor' in query

export function sendFailure(failure: Failure, reply: FastifyReply): FastifyReply {
  if (failure.retryAfter !== undefined) reply.header('Retry-After', String(failure.retryAfter))
  // Headers of the intended response must not apply to the error, which may be temporary.
  for (const name of ['Cache-Control', 'ETag', 'Content-Disposition']) reply.removeHeader(name)
  return reply.code(failure.status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(bodyOf(failure))
}

export function bodyOf(failure: Failure): ErrorBody {
  const { code, message, details, extra } = failure
  return { error: codesInError.has(code) ? code : message, message, code, ...(details && { details }), ...extra }
}

/** In sign-in, `error` is the code, so that clients recognize the next step. */
const codesInError = new Set<ErrorCode>(['MFA_REQUIRED', 'USER_NOT_CONFIRMED'])

function toFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error)
  if (isTextRefused(error)) return new Failure('INVALID_INPUT', 'The text contains a character that cannot be stored.')
  if (isDatabaseUnavailable(error) || error instanceof StorageUnavailable) {
    return new Failure('UNAVAILABLE', 'The service is not available right now. Please try again in a moment.', {
      retryAfter: retryAfterSeconds,
    })
  }
  return fromFastify(error) ?? new Failure('INTERNAL', 'Something went wrong on our side. Please try again.')
}

function fromValidation(error: FastifyError & { validation: { instancePath: string; message?: string }[] }): Failure {
  const details: FieldProblem[] = error.validation.map(({ instancePath, message }) => ({
    field: instancePath.replace(/^\//, '').replaceAll('/', '.'),
    message: message ?? 'Not valid',
  }))
  const message = details[0]?.message
  // An invalid id gets the same answer as an unknown one.
  if (error.validationContext === 'params') return new Failure('NOT_FOUND', message ?? 'Not found')
  return new Failure('INVALID_INPUT', message ?? 'The request is not valid.', { details })
}

/** Fastify's own errors, by code. */
const fastifyCodes: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['TOO_LARGE', 'The request is too large.'],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['WRONG_TYPE', 'The request must be sent as application/json.'],
  FST_ERR_CTP_INVALID_JSON_BODY: ['INVALID_INPUT', 'The request is not valid JSON.'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['INVALID_INPUT', 'The request has no content.'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['INVALID_INPUT', 'The length of the request does not match its Content-Length.'],
  FST_ERR_MAX_PARAM_LENGTH: ['NOT_FOUND', 'Not found'],
  FST_ERR_BAD_URL: ['INVALID_INPUT', 'The address is not valid.'],
}

function fromFastify(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined
  const known = fastifyCodes[errorCode(error) ?? '']
  if (known) return new Failure(...known)
  if (error instanceof SyntaxError && 'statusCode' in error) return new Failure('INVALID_INPUT', 'The request is not valid JSON.')
  const status = 'statusCode' in error ? error.statusCode : undefined
  if (typeof status !== 'number' || status >= 500) return undefined
  const code = Object.entries(errorStatus).find(([, candidate]) => candidate === status)?.[0]
  return new Failure(isErrorCode(code) ? code : 'INVALID_INPUT', 'The request is not valid.')
}

const isErrorCode = (code: string | undefined): code is ErrorCode => code !== undefined && code in errorStatus
