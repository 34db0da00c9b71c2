interface Hosts {
  /** Whether the public address has HTTPS. */
  isHttps: boolean
  /** The hosts of stock pictures and videos. */
  stock: readonly string[]
  /** The hosts of storage links. */
  storage: readonly string[]
}

/** The security headers of every response, composed once at the start. */
export function securityHeaders({ isHttps, stock, storage }: Hosts): Record<string, string> {
  const media = [...stock, ...storage]
  const policy: Record<string, readonly string[]> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:', 'blob:', ...media],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...storage],
    'media-src': ["'self'", 'blob:', ...media],
    'worker-src': ["'self'", 'blob:'],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  }
  return {
    'content-security-policy': Object.entries(policy)
      .map(([name, sources]) => [name, ...sources].join(' '))
      .join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(isHttps && { 'strict-transport-security': 'max-age=15552000; includeSubDomains' }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // Switches off the XSS filter of old browsers, which was itself exploitable.
    'x-xss-protection': '0',
  }
}
