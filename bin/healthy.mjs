// A container's health check: exits with 0 while punches work.
const { PORT = '3000', TLS_CERT } = process.env;
// The certificate is for another host name than 127.0.0.1.
if (TLS_CERT) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const { ok } = await fetch(`http${TLS_CERT ? 's' : ''}://127.0.0.1:${PORT}/api/health`).catch(() => ({}));
process.exitCode = ok ? 0 : 1;
