import { describe, expect, test } from 'vitest'
import { emailProblem, isCode, passwordParts, passwordProblem, type SignUpValues, signUpProblem, usernameProblem } from './account-rules.ts'

const good: SignUpValues = { username: 'ada.l', email: 'ada@example.com', password: 'Stable-12', confirmPassword: 'Stable-12' }

describe('a username', () => {
  test.each(['abc', 'ABC', 'a1_', '9lives', 'a.b-c_d', 'x'.repeat(40)])('may be %s', (name) => {
    expect(usernameProblem(name)).toBeUndefined()
  })

  test.each([
    ['ab', 'Username must be at least 3 characters long'],
    ['', 'Username must be at least 3 characters long'],
    ['x'.repeat(41), 'Username must be at most 40 characters long'],
    ...['.abc', '-abc', '_abc', 'a b c', 'аdmin', 'ada\n', 'ada/..', 'a@b.c', 'ünal'].map((name) => [
      name,
      'Username may contain only letters, digits, dots, dashes and underscores, and starts with a letter or digit',
    ]),
  ])('%j is refused with its own sentence', (name, sentence) => {
    expect(usernameProblem(name)).toBe(sentence)
  })
})

describe('an e-mail address', () => {
  test.each(['a@b', 'ada@example.com', "o'neil+tag@sub.example.co", 'admin@localhost', `${'a'.repeat(242)}@example.com`])(
    'may be %s',
    (email) => {
      expect(emailProblem(email)).toBeUndefined()
    },
  )

  test.each([
    ...['', 'ada', '@example.com', 'ada@', 'a@b@c', 'a b@c.d', 'ada@exa mple.com', 'ada@.com', 'ada@com.', 'ada@com-'],
    ...[
      'ada@example.com\n',
      'ada@example.com\r\nBcc: eve@example.com',
      'Ada <ada@example.com>',
      'a,b@c.d',
      `${'a'.repeat(243)}@example.com`,
    ],
  ])('%j is refused', (email) => {
    expect(emailProblem(email)).toBe('Please enter a valid email address')
  })
})

describe('a password', () => {
  test.each(['Stable-12', 'ÄÖü€5678', 'Aa1!Aa1!', `Aa1!${'x'.repeat(196)}`])('%j is strong enough', (password) => {
    expect(passwordProblem(password)).toBeUndefined()
  })

  test.each([
    ['Aa1!x', 'Password must be at least 6 characters long'],
    ['Aa1!xy', 'Password does not meet security requirements'],
    ['stable-12', 'Password does not meet security requirements'],
    ['STABLE-12', 'Password does not meet security requirements'],
    ['Stable-xy', 'Password does not meet security requirements'],
    ['Stable012', 'Password does not meet security requirements'],
    ['Stable 12', 'Password does not meet security requirements'],
    [`Aa1!${'x'.repeat(197)}`, 'Password must be at most 200 characters long'],
  ])('%j is refused with its own sentence', (password, sentence) => {
    expect(passwordProblem(password)).toBe(sentence)
  })

  test('lists its parts in the order in which the form shows them, each met by itself', () => {
    const met = (password: string) => passwordParts.filter((part) => part.isMet(password)).map(({ name }) => name)
    expect(passwordParts.map(({ name }) => name)).toEqual([
      'At least 8 characters',
      'An uppercase letter',
      'A lowercase letter',
      'A number',
      'A special character',
    ])
    expect(met('        ')).toEqual(['At least 8 characters'])
    expect(met('A')).toEqual(['An uppercase letter'])
    expect(met('a')).toEqual(['A lowercase letter'])
    expect(met('1')).toEqual(['A number'])
    expect(met('!')).toEqual(['A special character'])
  })
})

describe('a sign-up form', () => {
  test('that is filled in well has no problem, with blanks around the name and the address ignored', () => {
    expect(signUpProblem(good)).toBeUndefined()
    expect(signUpProblem({ ...good, username: ' ada.l ', email: ' ada@example.com ' })).toBeUndefined()
  })

  test('asks for a missing field before anything else, in the order of the form', () => {
    const message = 'All fields are required'
    const empty: SignUpValues = { username: '', email: ' ', password: '', confirmPassword: '' }
    expect(signUpProblem(empty)).toEqual({ field: 'username', message })
    expect(signUpProblem({ ...empty, username: '!' })).toEqual({ field: 'email', message })
    expect(signUpProblem({ ...empty, username: '!', email: '!' })).toEqual({ field: 'password', message })
    expect(signUpProblem({ ...empty, username: '!', email: '!', password: 'x' })).toEqual({ field: 'confirmPassword', message })
  })

  test('says one sentence at a time: name, address, equal passwords, length, strength', () => {
    const bad: SignUpValues = { username: 'ab', email: 'ada', password: 'short', confirmPassword: 'other' }
    const problems: (ReturnType<typeof signUpProblem> | undefined)[] = [
      signUpProblem(bad),
      signUpProblem({ ...bad, username: good.username }),
      signUpProblem({ ...bad, username: good.username, email: good.email }),
      signUpProblem({ ...good, password: 'short', confirmPassword: 'short' }),
      signUpProblem({ ...good, password: 'long enough', confirmPassword: 'long enough' }),
    ]
    expect(problems).toEqual([
      { field: 'username', message: 'Username must be at least 3 characters long' },
      { field: 'email', message: 'Please enter a valid email address' },
      { field: 'confirmPassword', message: 'Passwords do not match' },
      { field: 'password', message: 'Password must be at least 6 characters long' },
      { field: 'password', message: 'Password does not meet security requirements' },
    ])
  })

  test('takes a password with blanks at its ends as it is', () => {
    expect(signUpProblem({ ...good, password: ' Stable-12 ' })).toEqual({ field: 'confirmPassword', message: 'Passwords do not match' })
  })
})

test('a code is six ASCII digits and nothing around them', () => {
  expect(isCode('012345')).toBe(true)
  for (const code of ['12345', '1234567', '12345a', ' 12345', '123456\n', '١٢٣٤٥٦', ''])
    expect(isCode(code), JSON.stringify(code)).toBe(false)
})
