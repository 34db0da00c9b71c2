/** How to reach the database: by the URL of DATABASE_URL, or over the embedded server's socket. */
export type PostgresConnection = { connectionString: string } | { host: string; user: string; database: string }

/**
 * How long an unused connection is kept. It is a server process of some megabytes: on a machine that runs the embedded server too these count,
 * and elsewhere a new one costs more than it saves.
 */
export const idleMs = (connection: PostgresConnection, embeddedMs: number): number => ('host' in connection ? embeddedMs : 10_000)
