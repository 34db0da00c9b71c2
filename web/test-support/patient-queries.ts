/** The default of one second is too short for the first render on a busy machine. Tests without a DOM skip the library. */
if (typeof document !== 'undefined') (await import('@testing-library/react')).configure({ asyncUtilTimeout: 30_000 })

export {}
