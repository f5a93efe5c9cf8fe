// An old Node must print one clear line, not a syntax error. So this file uses only syntax that any Node can read.
var needed = [20, 19];
var parts = process.versions.node.split('.');
var major = Number(parts[0]);
var minor = Number(parts[1]);
if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(
    'Punctual needs Node ' + needed.join('.') + ' or newer; this is Node ' + process.versions.node + '.\n',
  );
  process.exit(3);
}
