/** The usual second is too short for the first render of a page on a busy machine. Tests without a DOM go without the library. */
if (typeof document !== 'undefined') (await import('@testing-library/react')).configure({ asyncUtilTimeout: 10_000 })

export {}
