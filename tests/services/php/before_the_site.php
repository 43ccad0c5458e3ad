<?php
/**
 * What both test sites share: the log of requests, the faults, and the routes that only the tests use.
 *
 * PHP's built-in server takes one request after another, so a request here never overlaps one of the site's.
 */

/** The tests' own helpers say who they are: their requests are neither logged nor disturbed. */
function is_helper(): bool {
	return ( $_SERVER['HTTP_USER_AGENT'] ?? '' ) === 'tests.services';
}

function test_file( string $name ): string {
	return getenv( 'TEST_DIRECTORY' ) . '/' . $name;
}

/** Note the request as it came (WordPress alters what PHP read), with the status that it will have been answered with. */
function log_request(): void {
	$headers = [];
	foreach ( $_SERVER as $name => $value ) {
		if ( str_starts_with( $name, 'HTTP_' ) ) {
			$headers[strtolower( strtr( substr( $name, 5 ), '_', '-' ) )] = $value;
		}
	}
	$row = [
		'time' => microtime( true ),
		'method' => $_SERVER['REQUEST_METHOD'],
		'url' => $_SERVER['REQUEST_URI'],
		'path' => rawurldecode( parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH ) ?: '' ),
		'query' => (object)$_GET,
		'post' => (object)array_map( fn ( $v ) => is_string( $v ) ? mb_strcut( $v, 0, 1000 ) : $v, $_POST ),
		'headers' => $headers,
	];
	register_shutdown_function( function () use ( $row ) {
		$row['status'] = http_response_code() ?: 200;
		$line = json_encode( $row, JSON_UNESCAPED_SLASHES | JSON_INVALID_UTF8_SUBSTITUTE );
		file_put_contents( test_file( 'requests.jsonl' ), $line . "\n", FILE_APPEND );
	} );
}

/** Take the first waiting fault that is meant for this request, if there is one. */
function take_fault(): ?array {
	$file = test_file( 'faults.json' );
	if ( !is_file( $file ) ) {
		return null;
	}
	$faults = json_decode( file_get_contents( $file ), true );
	$action = $_POST['action'] ?? $_GET['action'] ?? '';
	foreach ( $faults as $i => $fault ) {
		$wanted = str_contains( $_SERVER['REQUEST_URI'], $fault['path'] )
			&& ( $fault['action'] === null || $fault['action'] === $action );
		if ( $wanted ) {
			if ( --$faults[$i]['count'] <= 0 ) {
				unset( $faults[$i] );
			}
			file_put_contents( $file, json_encode( array_values( $faults ) ) );
			return $fault;
		}
	}
	return null;
}

/** Carry the fault out; true when the request is thereby answered. */
function suffer( array $fault ): bool {
	usleep( (int)( $fault['delay'] * 1e6 ) );
	if ( $fault['lose'] ) {
		// The site does its work, but the answer is lost on the way.
		ob_start( function () use ( $fault ) {
			http_response_code( $fault['status'] ?? 504 );
			header_remove( 'Content-Length' );
			return '';
		} );
		return false;
	}
	if ( $fault['status'] === null ) {
		return false;
	}
	http_response_code( $fault['status'] );
	header( 'Content-Type: text/html; charset=utf-8' );
	if ( $fault['retry_after'] !== null ) {
		header( 'Retry-After: ' . $fault['retry_after'] );
	}
	echo $fault['body'];
	return true;
}

/** Answer one of the tests' own routes, or log the request and meet its fault; true when answered. */
function before_the_site( array $own_routes ): bool {
	$path = parse_url( $_SERVER['REQUEST_URI'], PHP_URL_PATH );
	if ( isset( $own_routes[$path] ) ) {
		$own_routes[$path]();
		echo 'done';
		return true;
	}
	if ( is_helper() ) {
		return false;
	}
	log_request();
	$fault = take_fault();
	return $fault !== null && suffer( $fault );
}

/** Answer with a file below that directory. */
function serve_file( string $directory, string $path ): void {
	$file = realpath( $directory . $path );
	if ( str_contains( $path, '..' ) || $file === false || !is_file( $file ) ) {
		http_response_code( 404 );
		return;
	}
	$types = [ 'svg' => 'image/svg+xml', 'css' => 'text/css', 'js' => 'text/javascript', 'woff2' => 'font/woff2' ];
	header( 'Content-Type: ' . ( $types[pathinfo( $file, PATHINFO_EXTENSION )] ?? mime_content_type( $file ) ) );
	header( 'Last-Modified: ' . gmdate( 'D, d M Y H:i:s', filemtime( $file ) ) . ' GMT' );
	readfile( $file );
}
