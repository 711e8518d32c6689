// Measures the file of rows that it is given, and prints the rows as JSON.
const { measure } = await import(`./rows/${process.argv[2]}`);
process.stdout.write(JSON.stringify(await measure()));
