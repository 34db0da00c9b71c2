import type { FieldProblem } from '../errors.ts'
import { sentences } from '../sentences.ts'
import { limits } from './limits.ts'

/** The sign-up and code rules as plain functions, so that forms check the same rules as the server without loading the schema library. */
export interface SignUpValues {
  username: string
  email: string
  password: string
  confirmPassword: string
}

/** The requirements of a strong password, in the order in which forms show them. */
export const passwordParts: readonly { name: string; isMet: (password: string) => boolean }[] = [
  { name: `At least ${limits.passwordStrongLength} characters`, isMet: (p) => p.length >= limits.passwordStrongLength },
  { name: 'An uppercase letter', isMet: (p) => /\p{Lu}/u.test(p) },
  { name: 'A lowercase letter', isMet: (p) => /\p{Ll}/u.test(p) },
  { name: 'A number', isMet: (p) => /\p{Nd}/u.test(p) },
  { name: 'A special character', isMet: (p) => /[^\p{L}\p{N}\s]/u.test(p) },
]

export function passwordProblem(password: string): string | undefined {
  if (password.length < limits.passwordMinLength) return sentences.passwordTooShort
  if (password.length > limits.passwordMaxLength) return sentences.passwordTooLong
  if (!passwordParts.every((part) => part.isMet(password))) return sentences.passwordTooWeak
  return undefined
}

/** Names are plain ASCII, so that no two people have names that look alike in different alphabets. Uniqueness ignores case. */
export function usernameProblem(username: string): string | undefined {
  if (username.length < limits.usernameMinLength) return sentences.usernameTooShort
  if (username.length > limits.usernameMaxLength) return sentences.usernameTooLong
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(username)) return sentences.usernameCharacters
  return undefined
}

/** Deliberately simple: one @, no blanks, a host. The mailed code proves that the address exists. */
export function emailProblem(email: string): string | undefined {
  if (email.length > limits.emailMaxLength) return sentences.emailInvalid
  return /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(email) ? undefined : sentences.emailInvalid
}

/** The first problem of a sign-up form, with its field. */
export function signUpProblem(values: SignUpValues): FieldProblem | undefined {
  for (const field of ['username', 'email', 'password', 'confirmPassword'] as const) {
    if (values[field].trim() === '') return { field, message: sentences.allFieldsRequired }
  }
  const username = usernameProblem(values.username.trim())
  if (username) return { field: 'username', message: username }
  const email = emailProblem(values.email.trim())
  if (email) return { field: 'email', message: email }
  if (values.password !== values.confirmPassword) return { field: 'confirmPassword', message: sentences.passwordsDiffer }
  const password = passwordProblem(values.password)
  if (password) return { field: 'password', message: password }
  return undefined
}

export interface NewPasswordValues {
  password: string
  confirmPassword: string
}

/** The first problem of a form that sets a new password; `otherFields` are the required fields before it. */
export function newPasswordProblem(
  otherFields: Record<string, string>,
  { password, confirmPassword }: NewPasswordValues,
): FieldProblem | undefined {
  for (const [field, value] of Object.entries({ ...otherFields, password, confirmPassword })) {
    if (value.trim() === '') return { field, message: sentences.allFieldsRequired }
  }
  if (password !== confirmPassword) return { field: 'confirmPassword', message: sentences.passwordsDiffer }
  const message = passwordProblem(password)
  return message === undefined ? undefined : { field: 'password', message }
}

export const isCode = (code: string): boolean => /^[0-9]{6}$/.test(code)

/** Who provides a sign-in: Google, or the site's own OpenID Connect provider. */
export const signInProviders = ['Google', 'oidc'] as const
export type SignInProvider = (typeof signInProviders)[number]

/** Who may create an account: everybody, people with an invitation, nobody. */
export const registrationModes = ['open', 'invite', 'closed'] as const
export type RegistrationMode = (typeof registrationModes)[number]

/** The part of the address that carries an invitation. It stays in the browser: no server, proxy or log sees it. */
export const invitationFragment = 'invitation='
