import type { Tables } from '../src/platform/database/tables.ts'

/** The names in Tables as data, for comparison with a real database. A column that is missing here does not compile. */
export const tableColumns: { [Table in keyof Tables]: Record<keyof Tables[Table], true> } = {
  users: {
    id: true,
    username: true,
    username_key: true,
    email: true,
    email_key: true,
    password_hash: true,
    google_subject: true,
    groups: true,
    confirmed_at: true,
    mfa_enabled: true,
    created_at: true,
    last_sign_in_at: true,
  },
  sessions: { id: true, user_id: true, created_at: true, expires_at: true, ended_at: true },
  refresh_tokens: { hash: true, session_id: true, created_at: true, used_at: true },
  codes: { id: true, user_id: true, purpose: true, hash: true, tries: true, created_at: true, expires_at: true, used_at: true },
  jobs: {
    id: true,
    user_id: true,
    input_source: true,
    output_formats: true,
    status: true,
    progress: true,
    error_text: true,
    queued_at: true,
    created_at: true,
    updated_at: true,
  },
}
