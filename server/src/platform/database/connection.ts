/** How to reach the database: by the URL of DATABASE_URL, or over the embedded server's socket. */
export type PostgresConnection = { connectionString: string } | { host: string; user: string; database: string }
