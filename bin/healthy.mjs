// Ends with 0 while punches work: a container's health check.
const { PORT = '3000', TLS_CERT } = process.env;
// A certificate names another host than this one.
if (TLS_CERT) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
const { ok } = await fetch(`http${TLS_CERT ? 's' : ''}://127.0.0.1:${PORT}/api/health`).catch(() => ({}));
process.exitCode = ok ? 0 : 1;
