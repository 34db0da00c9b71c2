import type { Tokens, User } from '@video-forge/contract/accounts/accounts'
import { codeIn, type Mailbox } from './mailbox.ts'
import { adminLogin, type TestProduct } from './product.ts'

export const goodPassword = 'Secret-Pass-1'

export interface Person {
  username: string
  email: string
  password: string
}

export interface Session {
  tokens: Tokens
  user: User
}

let counter = 0

export function somebody(name = 'person'): Person {
  counter += 1
  return { username: `${name}${counter}`, email: `${name}${counter}@example.com`, password: goodPassword }
}

export async function register(product: TestProduct, person: Person) {
  return product.call('POST /auth/register-with-group', { body: person })
}

export async function confirm(product: TestProduct, mailbox: Mailbox, { username, email }: Person) {
  const confirmationCode = codeIn(await mailbox.mailTo(email))
  return product.call('POST /auth/confirm-email', { body: { username, email, confirmationCode } })
}

export async function signIn(product: TestProduct, { username, password }: Pick<Person, 'username' | 'password'>): Promise<Session> {
  const { status, body } = await product.call('POST /auth/login', { body: { username, password } })
  if (status !== 200) throw new Error(`sign-in answered ${status}: ${JSON.stringify(body)}`)
  return body['result'] as Session
}

/** A person with a confirmed account who has just signed in. */
export async function newUser(product: TestProduct, mailbox: Mailbox, name?: string): Promise<Person & Session> {
  const person = somebody(name)
  await register(product, person)
  await confirm(product, mailbox, person)
  return { ...person, ...(await signIn(product, person)) }
}

export const signInAdmin = (product: TestProduct): Promise<Session> => signIn(product, adminLogin)
