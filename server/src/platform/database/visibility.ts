type Visibility = 'public' | 'private'

/** What its owner has chosen. A public video with a password is stored as private; see migration 0033. */
export const shownVisibility = ({ visibility, opens_by_password }: { visibility: Visibility; opens_by_password: boolean }): Visibility =>
  opens_by_password ? 'public' : visibility

/** The columns for a choice. A trigger closes a public video that has a password. */
export const visibilityColumns = (visibility: Visibility | undefined) => (visibility ? { visibility, opens_by_password: false } : {})
