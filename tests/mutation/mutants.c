// SPDX-License-Identifier: GPL-2.0
/*
 * Lists the mutants of a C file: copies with one small fault each.
 *
 * usage: mutants FILE [COMPILER-OPTION...]
 *
 * One mutant a line, sorted by their place, nine fields between tabs: number,
 * line, function, operator, first byte that is replaced, how many are, by what,
 * and what the fault changes, before and after: a condition, or all of an
 * expression or an initialiser.  Every operator is applied wherever it can be:
 *
 *   bound     < and <= change places, > and >= do
 *   constant  an integer is one more, one less; true is false
 *   branch    a condition is negated, == and != change places
 *   factor    *, /, << and >> lose their right side, or have it twice as large
 *   case      an if without else is dropped, one side of && or || is
 *   field     a member is another one of the same type
 *   sign      + and - change places, ++ and -- do
 *   minmax    min and max change places
 *
 * What a macro of another file makes of its arguments is not looked at, and an
 * argument is looked at where it is written.
 */
#include <clang-c/Index.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
 * struct range - a part of the text
 * @from: its first byte
 * @to: the byte behind its last one
 */
struct range {
	unsigned int from;
	unsigned int to;
};

/**
 * struct mutant - one fault
 * @range: what it replaces
 * @text: by what
 * @operator: how it was made
 * @function: where, or in which variable of the file
 * @unit: the condition, expression or initialiser around it
 * @nr: as which it was found
 */
struct mutant {
	struct range range;
	char *text;
	const char *operator;
	char *function;
	struct range unit;
	unsigned int nr;
};

/**
 * struct site - where in the file we are
 * @function: its name
 * @unit: the condition, expression or initialiser around it
 * @in_unit: there is one
 * @is_condition: all of an if's, a loop's or a ?:'s condition
 * @factor: the operator of which this is the right side, if it makes a factor
 */
struct site {
	char *function;
	struct range unit;
	bool in_unit;
	bool is_condition;
	const char *factor;
};

/* The file, and what was found in it. */
static char *source;
static unsigned int source_size;
static struct mutant *mutants;
static unsigned int nr_mutants;

static void *must(void *memory)
{
	if (!memory) {
		fprintf(stderr, "mutants: there is no memory left.\n");
		exit(1);
	}
	return memory;
}

static char *text_of(struct range range)
{
	return must(strndup(source + range.from, range.to - range.from));
}

/* One line, with a blank wherever there was white space. */
static char *flatten(char *text)
{
	char *from, *to = text;

	for (from = text; *from; from++) {
		if (!isspace((unsigned char)*from))
			*to++ = *from;
		else if (to == text || to[-1] != ' ')
			*to++ = ' ';
	}
	*to = '\0';
	return text;
}

static bool is_known(struct range range, const char *text)
{
	unsigned int i;

	for (i = 0; i < nr_mutants; i++)
		if (mutants[i].range.from == range.from &&
		    mutants[i].range.to == range.to &&
		    !strcmp(mutants[i].text, text))
			return true;
	return false;
}

__attribute__((format(printf, 4, 5)))
static void add(const struct site *site, const char *operator,
		struct range range, const char *format, ...)
{
	char *text, *old = text_of(range);
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		must(NULL);
	va_end(args);
	flatten(text);
	if (strcmp(text, flatten(old)) && !is_known(range, text)) {
		mutants = must(realloc(mutants,
				       (nr_mutants + 1) * sizeof(*mutants)));
		mutants[nr_mutants] = (struct mutant){
			range, text, operator, site->function,
			site->in_unit ? site->unit : range, nr_mutants,
		};
		nr_mutants++;
	}
	free(old);
}

/*
 * Where @cursor is written: for an argument of a macro that is the argument, for
 * all else that a macro makes it is the macro's name and arguments.
 */
static struct range range_of(CXCursor cursor)
{
	CXSourceRange extent = clang_getCursorExtent(cursor);
	struct range range;

	clang_getFileLocation(clang_getRangeStart(extent), NULL, NULL, NULL,
			      &range.from);
	clang_getFileLocation(clang_getRangeEnd(extent), NULL, NULL, NULL,
			      &range.to);
	return range;
}

static bool starts_with(struct range range, const char *word)
{
	const size_t length = strlen(word);

	return range.to - range.from >= length &&
	       !strncmp(source + range.from, word, length);
}

/* What stands between two parts, without white space: an operator, if short. */
static bool is_between(struct range left, struct range right, const char *word)
{
	struct range range = { left.to, right.from };

	if (range.from > range.to || range.to > source_size)
		return false;
	while (range.from < range.to &&
	       isspace((unsigned char)source[range.from]))
		range.from++;
	while (range.from < range.to &&
	       isspace((unsigned char)source[range.to - 1]))
		range.to--;
	return range.to - range.from == strlen(word) &&
	       starts_with(range, word);
}

/*
 * The parts of an expression or statement
 */
#define MAX_PARTS	4

struct parts {
	unsigned int nr;
	CXCursor cursors[MAX_PARTS];
};

static enum CXChildVisitResult add_part(CXCursor cursor, CXCursor parent,
					CXClientData data)
{
	struct parts *parts = data;

	(void)parent;
	if (parts->nr < MAX_PARTS)
		parts->cursors[parts->nr] = cursor;
	parts->nr++;
	return CXChildVisit_Continue;
}

static struct parts parts_of(CXCursor cursor)
{
	struct parts parts = { .nr = 0 };

	clang_visitChildren(cursor, add_part, &parts);
	return parts;
}

/*
 * Operators
 */
static const struct swap {
	const char *operator;
	const char *from;
	const char *to;
} swaps[] = {
	{ "bound", "<", "<=" },
	{ "bound", "<=", "<" },
	{ "bound", ">", ">=" },
	{ "bound", ">=", ">" },
	{ "branch", "==", "!=" },
	{ "branch", "!=", "==" },
	{ "sign", "+", "-" },
	{ "sign", "-", "+" },
	{ "sign", "+=", "-=" },
	{ "sign", "-=", "+=" },
};

#define NR_SWAPS	(sizeof(swaps) / sizeof(*swaps))

static void add_swap(const struct site *site, struct range left,
		     struct range right)
{
	const struct range between = { left.to, right.from };
	const struct swap *swap;

	for (swap = swaps; swap < swaps + NR_SWAPS; swap++) {
		/* A condition is negated as such. */
		if (site->is_condition && !strcmp(swap->operator, "branch"))
			continue;
		if (is_between(left, right, swap->from))
			add(site, swap->operator, between, " %s ", swap->to);
	}
}

/* The operator between the two if it makes a factor, else NULL. */
static const char *factor_between(struct range left, struct range right)
{
	static const char * const factors[] = {
		"*", "/", "<<", ">>", "*=", "/=", "<<=", ">>=",
	};
	unsigned int i;

	for (i = 0; i < sizeof(factors) / sizeof(*factors); i++)
		if (is_between(left, right, factors[i]))
			return factors[i];
	return NULL;
}

static bool is_shift(const char *factor)
{
	return *factor == '<' || *factor == '>';
}

static void add_factor(const struct site *site, struct range left,
		       struct range right, const char *factor)
{
	const struct range rest = { left.to, right.to };
	char *text = text_of(right);

	/* A variable times one stays a statement. */
	if (factor[strlen(factor) - 1] == '=')
		add(site, "factor", right, "%d", is_shift(factor) ? 0 : 1);
	else
		add(site, "factor", rest, "%s", "");
	add(site, "factor", right, is_shift(factor) ? "(%s + 1)" : "(%s * 2)",
	    text);
	free(text);
}

static void add_sides(const struct site *site, struct range left,
		      struct range right)
{
	const struct range lost_right = { left.to, right.to };
	const struct range lost_left = { left.from, right.from };

	if (is_between(left, right, "&&") || is_between(left, right, "||")) {
		add(site, "case", lost_right, "%s", "");
		add(site, "case", lost_left, "%s", "");
	}
}

static void add_integer(const struct site *site, struct range range)
{
	const char *factor = site->factor;
	char *text = text_of(range), *suffix;
	long number = strtol(text, &suffix, 0);

	if (!strcmp(text, "true"))
		add(site, "constant", range, "false");
	/* A shift by one more is a factor doubled, and so on. */
	if (suffix != text && !(factor && is_shift(factor))) {
		add(site, "constant", range, "%ld%s", number + 1, suffix);
		if (!factor || number != 2)
			add(site, "constant", range, "%ld%s", number - 1,
			    suffix);
	}
	free(text);
}

static void add_condition(const struct site *site, CXCursor condition)
{
	const struct range range = range_of(condition);
	char *text = text_of(range);
	struct site all = *site;

	if (!all.in_unit)
		all.unit = range;
	all.in_unit = true;
	add(&all, "branch", range, "!(%s)", text);
	free(text);
}

static void add_minmax(const struct site *site, struct range range)
{
	static const char * const names[][2] = {
		{ "min(", "max" }, { "max(", "min" },
		{ "min_t(", "max_t" }, { "max_t(", "min_t" },
	};
	unsigned int i;

	for (i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const char *name = names[i][0];
		const struct range word = {
			range.from, range.from + strlen(name) - 1,
		};

		if (starts_with(range, name))
			add(site, "minmax", word, "%s", names[i][1]);
	}
}

/*
 * Members
 */
struct member {
	const struct site *site;
	struct range range;
	CXCursor field;
};

static bool same_type(CXCursor a, CXCursor b)
{
	return clang_equalTypes(clang_getCanonicalType(clang_getCursorType(a)),
				clang_getCanonicalType(clang_getCursorType(b)));
}

static enum CXChildVisitResult add_sibling(CXCursor cursor, CXCursor parent,
					   CXClientData data)
{
	const struct member *member = data;
	CXString name;

	(void)parent;
	if (clang_getCursorKind(cursor) != CXCursor_FieldDecl ||
	    clang_equalCursors(cursor, member->field) ||
	    !same_type(cursor, member->field))
		return CXChildVisit_Continue;
	name = clang_getCursorSpelling(cursor);
	add(member->site, "field", member->range, "%s",
	    clang_getCString(name));
	clang_disposeString(name);
	return CXChildVisit_Continue;
}

/* The name is the last thing in @range, if the member is written there. */
static void add_fields(const struct site *site, CXCursor cursor,
		       struct range range)
{
	struct member member = { .site = site, .range = range };
	CXString name = clang_getCursorSpelling(cursor);
	const size_t length = strlen(clang_getCString(name));
	CXCursor whole;

	member.field = clang_getCursorReferenced(cursor);
	whole = clang_getCursorSemanticParent(member.field);
	if (range.to - range.from >= length) {
		member.range.from = range.to - length;
		if (starts_with(member.range, clang_getCString(name)))
			clang_visitChildren(whole, add_sibling, &member);
	}
	clang_disposeString(name);
}

/*
 * The walk
 */
static void walk(CXCursor cursor, struct site site);

static enum CXChildVisitResult walk_child(CXCursor cursor, CXCursor parent,
					  CXClientData data)
{
	const struct site *site = data;

	(void)parent;
	walk(cursor, *site);
	return CXChildVisit_Continue;
}

static void walk_children(CXCursor cursor, const struct site *site)
{
	struct site inner = *site;

	clang_visitChildren(cursor, walk_child, &inner);
}

static void walk_condition(CXCursor cursor, struct site site)
{
	add_condition(&site, cursor);
	site.is_condition = true;
	walk(cursor, site);
}

static void walk_binary(CXCursor cursor, struct site site)
{
	const struct parts parts = parts_of(cursor);
	struct range left, right;

	if (parts.nr != 2)
		return;
	left = range_of(parts.cursors[0]);
	right = range_of(parts.cursors[1]);
	site.factor = factor_between(left, right);
	add_swap(&site, left, right);
	add_sides(&site, left, right);
	if (site.factor)
		add_factor(&site, left, right, site.factor);

	site.is_condition = false;
	walk(parts.cursors[1], site);
	/* One shifted is a power of two, and another number is another base. */
	if (!site.factor || !is_shift(site.factor))
		site.factor = NULL;
	walk(parts.cursors[0], site);
}

static void walk_unary(CXCursor cursor, struct site site)
{
	const struct range range = range_of(cursor);
	struct range sign = { range.to - 2, range.to };

	if (range.to - range.from > 2) {
		if (starts_with(sign, "--"))
			add(&site, "sign", sign, "++");
		if (starts_with(sign, "++"))
			add(&site, "sign", sign, "--");
	}
	site.is_condition = false;
	walk_children(cursor, &site);
}

/* A macro's own ?: is not in the text. */
static void walk_choice(CXCursor cursor, struct site site)
{
	const struct parts parts = parts_of(cursor);
	unsigned int i;

	site.is_condition = false;
	if (parts.nr != 3 || !is_between(range_of(parts.cursors[0]),
					 range_of(parts.cursors[1]), "?")) {
		walk_children(cursor, &site);
		return;
	}
	walk_condition(parts.cursors[0], site);
	for (i = 1; i < 3; i++)
		walk(parts.cursors[i], site);
}

static void walk_branch(CXCursor cursor, struct site site)
{
	const struct parts parts = parts_of(cursor);
	unsigned int i;

	site.in_unit = false;
	if (clang_getCursorKind(cursor) == CXCursor_IfStmt && parts.nr == 2) {
		struct range range = range_of(cursor);

		/* What ends with a brace has no semicolon to include. */
		if (source[range.to - 1] != '}' && source[range.to] == ';')
			range.to++;
		add(&site, "case", range, ";");
	}
	walk_condition(parts.cursors[0], site);
	for (i = 1; i < parts.nr && i < MAX_PARTS; i++)
		walk(parts.cursors[i], site);
}

static void walk_expression(CXCursor cursor, enum CXCursorKind kind,
			    struct site site)
{
	const struct range range = range_of(cursor);

	if (!site.in_unit)
		site.unit = range;
	site.in_unit = true;
	switch (kind) {
	case CXCursor_BinaryOperator:
	case CXCursor_CompoundAssignOperator:
		walk_binary(cursor, site);
		return;
	case CXCursor_UnaryOperator:
		walk_unary(cursor, site);
		return;
	case CXCursor_ConditionalOperator:
		walk_choice(cursor, site);
		return;
	case CXCursor_IntegerLiteral:
		add_integer(&site, range);
		return;
	case CXCursor_MemberRef:
	case CXCursor_MemberRefExpr:
		add_fields(&site, cursor, range);
		break;
	case CXCursor_StmtExpr:
		add_minmax(&site, range);
		break;
	case CXCursor_ParenExpr:
		site.factor = NULL;
		break;
	/* An implicit conversion, or nothing else that is of interest. */
	default:
		walk_children(cursor, &site);
		return;
	}
	site.is_condition = false;
	walk_children(cursor, &site);
}

static void walk(CXCursor cursor, struct site site)
{
	const enum CXCursorKind kind = clang_getCursorKind(cursor);

	switch (kind) {
	case CXCursor_IfStmt:
	case CXCursor_WhileStmt:
		walk_branch(cursor, site);
		break;
	case CXCursor_CompoundStmt:
	case CXCursor_ReturnStmt:
	case CXCursor_DeclStmt:
	case CXCursor_VarDecl:
		/* Also those in a macro's own block, which is an expression. */
		walk_children(cursor, &site);
		break;
	default:
		if (clang_isExpression(kind) || kind == CXCursor_MemberRef)
			walk_expression(cursor, kind, site);
		else
			walk_children(cursor, &site);
	}
}

static enum CXChildVisitResult walk_file(CXCursor cursor, CXCursor parent,
					 CXClientData data)
{
	const enum CXCursorKind kind = clang_getCursorKind(cursor);
	struct site site = { .function = NULL };
	CXString name;

	(void)parent;
	(void)data;
	if (!clang_Location_isFromMainFile(clang_getCursorLocation(cursor)))
		return CXChildVisit_Continue;
	if (kind != CXCursor_FunctionDecl && kind != CXCursor_VarDecl)
		return CXChildVisit_Continue;
	name = clang_getCursorSpelling(cursor);
	site.function = must(strdup(clang_getCString(name)));
	clang_disposeString(name);
	walk_children(cursor, &site);
	return CXChildVisit_Continue;
}

/*
 * Input and output
 */
static bool read_source(const char *name)
{
	FILE *in = fopen(name, "r");
	size_t got, room = 0;

	if (!in)
		return false;
	do {
		room += 65536;
		source = must(realloc(source, room + 1));
		got = fread(source + source_size, 1, room - source_size, in);
		source_size += got;
	} while (source_size == room);
	source[source_size] = '\0';
	got = !ferror(in);
	fclose(in);
	return got;
}

static int compare(const void *a, const void *b)
{
	const struct mutant *x = a, *y = b;

	if (x->range.from != y->range.from)
		return x->range.from < y->range.from ? -1 : 1;
	return x->nr < y->nr ? -1 : 1;
}

static unsigned int line_of(unsigned int offset)
{
	unsigned int i, line = 1;

	for (i = 0; i < offset; i++)
		line += source[i] == '\n';
	return line;
}

/* The unit around a mutant, as it is and as it would be. */
static void print_unit(const struct mutant *m)
{
	const struct range head = { m->unit.from, m->range.from };
	const struct range tail = { m->range.to, m->unit.to };
	char *before = text_of(m->unit), *first = text_of(head);
	char *last = text_of(tail), *after;

	if (asprintf(&after, "%s%s%s", first, m->text, last) < 0)
		must(NULL);
	printf("%s\t%s\n", flatten(before), flatten(after));
	free(before);
	free(first);
	free(last);
	free(after);
}

static void print_mutants(void)
{
	unsigned int i;

	qsort(mutants, nr_mutants, sizeof(*mutants), compare);
	for (i = 0; i < nr_mutants; i++) {
		const struct mutant *m = &mutants[i];

		printf("%u\t%u\t%s\t%s\t%u\t%u\t%s\t", i + 1,
		       line_of(m->range.from), m->function, m->operator,
		       m->range.from, m->range.to - m->range.from, m->text);
		print_unit(m);
	}
}

static bool has_errors(CXTranslationUnit unit)
{
	unsigned int i;

	for (i = 0; i < clang_getNumDiagnostics(unit); i++) {
		CXDiagnostic d = clang_getDiagnostic(unit, i);
		const bool bad = clang_getDiagnosticSeverity(d) >=
				 CXDiagnostic_Error;

		clang_disposeDiagnostic(d);
		if (bad)
			return true;
	}
	return false;
}

static int refuse(const char *what, const char *name)
{
	fprintf(stderr, "mutants: '%s' %s.\n", name, what);
	return 2;
}

int main(int argc, char **argv)
{
	CXTranslationUnit unit;

	if (argc < 2) {
		fprintf(stderr,
			"usage: mutants FILE [COMPILER-OPTION...]\n");
		return 2;
	}
	if (!read_source(argv[1]))
		return refuse("cannot be read", argv[1]);
	unit = clang_parseTranslationUnit(clang_createIndex(1, 0), argv[1],
					  (const char * const *)argv + 2,
					  argc - 2, NULL, 0,
					  CXTranslationUnit_None);
	if (!unit || has_errors(unit))
		return refuse("does not compile", argv[1]);
	clang_visitChildren(clang_getTranslationUnitCursor(unit), walk_file,
			    NULL);
	print_mutants();
	return 0;
}
